"""The options of each verb, declared once for command line, web and docs: see `nonet.base.options`."""
