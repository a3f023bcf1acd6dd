"""The rule language: controlled English in, checked rules, facts and questions out. `README.md` is its reference."""
