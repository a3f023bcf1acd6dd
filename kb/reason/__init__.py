"""The reasoner: a program and a situation in, verdicts with proofs out. `README.md` states the semantics."""
