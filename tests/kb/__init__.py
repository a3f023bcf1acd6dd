"""Tests of the knowledge base: the graph, the rule language, the reasoner, answers and their derivations."""
