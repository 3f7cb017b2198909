"""
Stores the pictures of all example screens anew, and what the guides show of them: python tests/screens/renew.py

Look at every picture that has changed (git diff shows which) before it is committed.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from examples import EXAMPLES, PANELS, PICTURES, STRIPS, stored, strip

from lucca_pi.language import LANGUAGES, use
from lucca_pi.screens.pages import pages

if __name__ == "__main__":
    for picture in PICTURES.rglob("*.png"):
        picture.unlink()
    for language in LANGUAGES:
        use(language)
        for folder, panel in PANELS.items():
            (PICTURES / folder / language).mkdir(parents=True, exist_ok=True)
            for name, snapshot in EXAMPLES.items():
                for number, page in enumerate(pages(snapshot, panel), start=1):
                    page.save(stored(name, number, language, folder))
    for file, (language, names) in STRIPS.items():
        strip(language, names).save(file)
