"""The values of a board: `grid` has digits and candidates, `transforms` the ways to turn and relabel them."""
