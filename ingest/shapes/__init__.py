"""The shapes of sources, one module each; `registry.SHAPES` lists them in order."""
