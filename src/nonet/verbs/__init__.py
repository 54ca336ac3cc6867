"""What can be asked of each verb: one declaration for the command line, the web and the docs. See `nonet.options`."""
