"""What we know and what follows from it: the graph, the rule language, the reasoner, and the answers.

Ingested records and a rulebook's files come in; answers on the contract, rule pages and derivations go out. Open
`answer.py` first; `README.md` says how the parts lie.
"""
