"""Mutation of the rules: change one thing at a time and see whether the rulebook notices."""
