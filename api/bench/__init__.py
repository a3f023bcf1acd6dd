"""What `hexlaw bench` measures: each module one matter, plain figures out; no limit on wall clock is tested anywhere else."""
