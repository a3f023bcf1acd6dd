"""The faces of Hexlaw: the command line, the HTTP service and its page. No rule knowledge lives here.

A command or a route reads its input, calls one function of `kb` (or `ingest`) and shows the result. README.md in this
folder says which file does what.
"""
