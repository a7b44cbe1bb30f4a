import html
import textwrap

ARTICLE = """
    Annealing is a heat treatment that alters the properties of a material.
    It makes metal more workable, & less "brittle" <than> before.
"""


class Page:
    """A page that is printed in a box."""

    def __init__(self, title, width=40):
        self.title = title
        self.width = width
        self.lines = []

    def add(self, text):
        clean = textwrap.dedent(text).strip()
        for paragraph in clean.split("\n"):
            self.lines.extend(textwrap.wrap(paragraph, width=self.width - 4))

    def render(self):
        edge = "+" + "-" * (self.width - 2) + "+"
        body = [f"| {line:<{self.width - 4}} |" for line in self.lines]
        heading = self.title.upper().center(self.width)
        return "\n".join([heading, edge, *body, edge])

    def to_html(self):
        paragraphs = "".join(f"<p>{html.escape(line)}</p>" for line in self.lines)
        return f"<h1>{self.title}</h1>{paragraphs}"


def initials(text):
    words = text.split()
    return "".join(word[0] for word in words if word[0].isalpha()).lower()


page = Page("About heat")
page.add(ARTICLE)
print(page.render())
print(page.to_html()[:80])
print(initials(ARTICLE))
wide = Page("Wide", width=60)
wide.add(ARTICLE)
print("Lines: " + str(len(page.lines)) + " and " + str(len(wide.lines)))
print(textwrap.shorten(ARTICLE, width=30, placeholder="..."))
