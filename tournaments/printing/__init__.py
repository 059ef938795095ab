"""What is printed for a hall without screens: score sheets, brackets, group tables, schedules.

Pure functions from plain data to the bytes of a PDF, on A4 in black and white; words in the active language.
What goes on the paper is gathered in `tournaments.queries.papers`.
"""
