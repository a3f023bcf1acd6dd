"""Checks of a document's text and references: what is wrong, decided without knowing what the rules mean.

`corpus` has the text that the checks read. Each check is a function from the corpus of one rulebook to faults;
`ingest.lint` lists them in order and gives each fault its rule. What is usual in a text tells what is odd in it, so that
no check knows any one book.
"""
