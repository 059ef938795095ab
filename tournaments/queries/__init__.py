"""Reading: clubs and persons from their tables, championships from read models and states."""
