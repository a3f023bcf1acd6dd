"""The commands of `hexlaw`, one module each; `main.py` picks one and imports nothing else."""
