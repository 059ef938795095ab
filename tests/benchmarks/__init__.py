"""Benchmarks: each module has a `run(...)` that measures and yields lines, always beside something run in the
same call, since the machine's own speed says little. `manage.py bench` runs them; no test asserts a time."""
