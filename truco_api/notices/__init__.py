"""Notices: what a person is to know, in an inbox, and a wake-up without content for their devices.

`services.notify` is how one begins; nothing here knows what a game or a championship is: kinds are registered
by those who do (`kinds.register`).
"""
