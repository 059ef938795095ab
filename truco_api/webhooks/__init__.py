"""Webhooks: what happened, sent to programs of others by the Standard Webhooks specification.

`services.announce` is how it begins; nothing here knows what a club or a championship is.
"""
