"""GET /static/{name}: the stylesheet and the script of the pages."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from api.assets import MEDIA_TYPES, asset, asset_path


@pytest.mark.parametrize("name", MEDIA_TYPES)
def test_a_file_may_be_kept_for_good_under_its_version(client: TestClient, name: str) -> None:
    response = client.get(asset_path(name))
    assert (response.status_code, response.content) == (200, asset(name))
    assert response.headers["content-type"].startswith(MEDIA_TYPES[name])
    assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
    again = client.get(asset_path(name), headers={"If-None-Match": response.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("query", ["", "?v=", "?v=000000000000"])
def test_without_its_version_it_is_asked_for_again_each_time(client: TestClient, query: str) -> None:
    response = client.get(f"/static/hexlaw.css{query}")
    assert (response.status_code, response.headers["cache-control"]) == (200, "no-cache")


@pytest.mark.parametrize("name", ["hexlaw.py", "..%2Fassets.py", "hexlaw.css%00", "HEXLAW.CSS"])
def test_there_is_no_other_file(client: TestClient, name: str) -> None:
    response = client.get(f"/static/{name}")
    assert response.status_code == 404
    assert response.headers["content-type"] == "application/problem+json"


def test_nothing_is_fetched_from_elsewhere(client: TestClient) -> None:
    for name in MEDIA_TYPES:
        assert "://" not in asset(name).decode()
    assert "://" not in client.get("/").text
