"""
From pictures to sightings: `picture` > `detect` (`codes`, `decoder`, `align`) > `look` in a `plane`, by the `reader`.

Beside markers it reads `qr` codes, `stickers`' colours, `tokens` (`rims`, `towers`), the `bare` table, and `faces`.
`live` watches the table between looks, `quality` judges photographs, and `debug` draws a reading.
"""
