"""The rules of a board: `Rules` and its houses; `variants` reads their words; `constraints` has everything but houses.

Only `Rules` is loaded here: a classic board needs neither the words nor the constraints.
"""

from nonet.rules.rules import ANY_RULES, CLASSIC, House, IntoRegions, Rules, box_shapes

__all__ = ["ANY_RULES", "CLASSIC", "House", "IntoRegions", "Rules", "box_shapes"]
