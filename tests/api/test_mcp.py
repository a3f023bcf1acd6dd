"""The tools for assistants, with the official client: over HTTP and over standard input and output."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import ClientSession, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from api import example
from tests.api.conftest import ROOT

Talk = Callable[[ClientSession], Awaitable[None]]


def over_http(address: str, talk: Talk) -> None:
    async def run() -> None:
        async with (
            streamable_http_client(f"{address}/mcp") as streams,
            ClientSession(*streams[:2]) as session,
        ):
            await session.initialize()
            await talk(session)

    asyncio.run(run())


async def called(session: ClientSession, tool: str, **arguments: Any) -> dict[str, Any]:
    answer = await session.call_tool(tool, arguments)
    assert not answer.is_error, answer
    assert isinstance(answer.structured_content, dict)
    return answer.structured_content


async def refused(session: ClientSession, tool: str, **arguments: Any) -> str:
    answer = await session.call_tool(tool, arguments)
    assert answer.is_error
    return str(answer.content[0].text)  # type: ignore[union-attr]


def test_an_assistant_lists_the_tools_asks_and_reads_a_rule(address: str) -> None:
    async def talk(session: ClientSession) -> None:
        tools = (await session.list_tools()).tools
        assert [tool.name for tool in tools] == ["ask", "read", "search", "cite"]
        assert all(
            tool.description and tool.annotations and tool.annotations.read_only_hint for tool in tools
        )
        answer = await called(session, "ask", **example.request())
        assert (answer["answer"], answer["cites"]) == ("no", ["G13.4"])
        assert "G13.4-x2" in answer["explanation"]
        assert await called(session, "read", rulebook="asl", number="G13.4-s3 #2") == await called(
            session, "read", rulebook="asl", number="G13.4"
        )
        rule = await called(session, "read", rulebook="asl", number="13.4")
        assert (rule["rule"], rule["path"]) == ("G13.4", "/rules/asl/G13.4")
        assert rule["text"].startswith("# G13.4 Deep and shallow OCEAN\n")

    over_http(address, talk)


def test_an_assistant_searches_and_finds_citations(address: str) -> None:
    async def talk(session: ClientSession) -> None:
        found = await called(session, "search", query="shallow ocean", rulebook="asl", kind="rule", limit=3)
        assert "G13.4" in [each["rule"] for each in found["results"]]
        cited = await called(session, "cite", rulebook="asl", text="See 13.4 and G13.9999.")
        assert [target["id"] for each in cited["citations"] for target in each["targets"]] == ["G13.4"]
        assert cited["unknown"] == ["G13.9999"]

    over_http(address, talk)


def test_what_cannot_be_done_is_told_to_the_assistant(address: str) -> None:
    async def talk(session: ClientSession) -> None:
        assert "there is no rulebook 'als'" in await refused(
            session, "ask", rulebook="als", question="Is it?"
        )
        assert "there is no rule 'G99.9' in asl" in await refused(
            session, "read", rulebook="asl", number="G99.9"
        )
        assert "there is no rulebook 'als'" in await refused(session, "cite", rulebook="als", text="G13.4")
        assert "there is no rulebook 'als'" in await refused(session, "search", query="hex", rulebook="als")
        answer = await called(session, "ask", rulebook="asl", question="Is it?")
        assert (answer["answer"], answer["cites"]) == ("not understood", [])

    over_http(address, talk)


@pytest.mark.parametrize("ingest", [True, False])
def test_the_same_over_standard_input_and_output(served_home: Path, home: Path, ingest: bool) -> None:
    environment = {**os.environ, "HEXLAW_HOME": str(served_home if ingest else home)}
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "api.cli.main", "mcp"], env=environment, cwd=ROOT
    )

    async def run() -> None:
        async with stdio_client(server) as streams, ClientSession(*streams) as session:
            await session.initialize()
            answer = await called(session, "ask", **example.request())
            assert (answer["answer"], answer["cites"]) == ("no", ["G13.4"])
            if ingest:
                assert (await called(session, "read", rulebook="tidewrack", number="T4.1"))["rule"] == "T4.1"
            else:
                told = await refused(session, "read", rulebook="asl", number="G13.4")
                assert "there is no graph yet (`hexlaw ingest` makes one)" in told

    asyncio.run(run())
