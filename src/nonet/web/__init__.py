"""The web app: `nonet.web.api` answers requests as dicts, `nonet.web.app` serves them and the page over HTTP.

`wire` turns boards and rules into JSON objects and back, and errors into one shape. `limits` bounds the time, the size
and the number of requests. Only `nonet.web.app` needs FastAPI.
"""
