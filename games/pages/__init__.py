"""Pages of games for people: the hands of a game, and each hand played once more, step by step.

Made on the server and readable as they are; a small script makes a player of the steps.
"""
