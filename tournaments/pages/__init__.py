"""Pages for people: what is public of clubs and championships, and the score sheet on a phone at the table.

Made on the server; everything works without a script.
"""
