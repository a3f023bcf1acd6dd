"""References: `atoms` the pieces, `grammar` their combinations, `resolve` where they lead."""
