from pathlib import Path

import pytest

from api.settings import BESIDE, Settings
from ingest.diagnostics import HexlawError


def test_defaults_live_under_the_users_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    beside = BESIDE if BESIDE.is_dir() else None
    assert Settings.from_environment({}) == Settings(tmp_path / ".local" / "share" / "hexlaw", beside)


def test_xdg_data_home_is_respected(tmp_path: Path) -> None:
    assert Settings.from_environment({"XDG_DATA_HOME": str(tmp_path)}).home == tmp_path / "hexlaw"


def test_every_setting_is_read(tmp_path: Path) -> None:
    environment = {
        "HEXLAW_HOME": str(tmp_path),
        "HEXLAW_SOURCES": str(tmp_path / "books"),
        "HEXLAW_RULEBOOK": "tidewrack",
        "HEXLAW_HOST": "0.0.0.0",
        "HEXLAW_PORT": "9000",
        "HEXLAW_MAX_BODY": "10",
        "HEXLAW_MAX_FACTS": "11",
        "HEXLAW_MAX_FILE": "12",
        "HEXLAW_TIME_LIMIT": "0.5",
        "XDG_DATA_HOME": "/elsewhere",
    }
    assert Settings.from_environment(environment) == Settings(
        tmp_path, tmp_path / "books", "tidewrack", "0.0.0.0", 9000, 10, 11, 12, 0.5
    )


def test_settings_that_cannot_be_used_are_all_named() -> None:
    environment = {"HEXLAW_PORT": "eighty", "HEXLAW_MAX_FACTS": "-1", "HEXLAW_TIME_LIMIT": "nan"}
    with pytest.raises(HexlawError) as raised:
        Settings.from_environment(environment)
    assert str(raised.value).splitlines() == [
        "environment: error setting: HEXLAW_PORT is 'eighty'; it must be a whole number from 1 to 65535 "
        "(unset HEXLAW_PORT to use the default)",
        "environment: error setting: HEXLAW_MAX_FACTS is '-1'; it must be a whole number from 0 to 1099511627776 "
        "(unset HEXLAW_MAX_FACTS to use the default)",
        "environment: error setting: HEXLAW_TIME_LIMIT is 'nan'; it must be a number of seconds above 0 "
        "(unset HEXLAW_TIME_LIMIT to use the default)",
    ]
