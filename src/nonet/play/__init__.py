"""The terminal player: `nonet play`. It needs Textual: the extra ``play``.

`nonet.play.session` is a game in progress with its cursor, mode and hint, and knows no screen. `layout`, `picture`,
`panel` and `look` turn it into lines of text. `app`, `game_screen`, `screens` and `widgets` show them with Textual;
`files` has the autosave.
"""

__all__: list[str] = []
