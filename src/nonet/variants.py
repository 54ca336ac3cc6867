"""The words for rules: `parse_rules` reads them, `format_rules` writes them."""

from nonet.rules.variants import *  # noqa: F403
