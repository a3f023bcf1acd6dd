"""Ingest on damaged texts, at random but repeatable: `python -m tests.fuzz --seed 1 --runs 20000`.

`mutations` damages a text, `invariants` says what must hold of whatever comes, `runner` does many in processes of their
own, each with a limit on its time and memory. What was once found stays as an input of its own in `kept`.
"""
