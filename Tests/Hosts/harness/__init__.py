"""Runs real proxies with the configurations of Examples, attacks them, and compares what passed with what was decided."""
