"""A game: a puzzle, what the player has entered, and every move of it.

This is the model behind the terminal player and the page in the browser, which has the same model in JavaScript. It
knows no screen and no files. `Game` holds the moves and the answers about the board; the functions of
`nonet.game.actions` turn what a player does into a move; `nonet.game.saves` reads and writes save files; the key table
of both programs is in `nonet.game.keys`.

>>> from nonet import Puzzle
>>> from nonet.game import Game, actions
>>> game = Game(Puzzle("1.....3..4.....2"))
>>> game.play(actions.centre(game, [1, 2], 4))
True
>>> game.play(actions.digit(game, [1], 3))
True
>>> game.moves, game.entries.digits[1]
(['r1c2+4,r1c3+4', 'r1c2=3'], 3)
>>> game.undo(), game.undo(), game.moves, game.at
(True, True, ['r1c2+4,r1c3+4', 'r1c2=3'], 0)
"""

from nonet.game.game import Game
from nonet.game.moves import Entries, Token

__all__ = ["Entries", "Game", "Token"]
