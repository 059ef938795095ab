"""The stream part."""

from starlette.applications import Starlette

app = Starlette()
