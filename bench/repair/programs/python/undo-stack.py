class Editor:
    """A text that remembers how to go back and forth."""

    def __init__(self, text=''):
        self.text = text
        self.undone = []
        self.done = []

    def apply(self, change):
        before = self.text
        self.text = change(self.text)
        self.done.append((before, self.text))
        self.undone.clear()
        return self

    def undo(self):
        if not self.done:
            return False
        before, after = self.done.pop()
        self.undone.append((before, after))
        self.text = before
        return True

    def redo(self):
        if not self.undone:
            return False
        before, after = self.undone.pop()
        self.done.append((before, after))
        self.text = after
        return True


def insert(position, words):
    def change(text):
        if position < 0 or position > len(text):
            raise IndexError(f'position {position} is outside of the text')
        return text[:position] + words + text[position:]
    return change


def replace(old, new):
    return lambda text: text.replace(old, new)


editor = Editor('hello world')
editor.apply(insert(5, ',')).apply(replace('world', 'anneal')).apply(str.title)
print(editor.text, len(editor.done))
print(editor.undo(), editor.undo(), editor.text)
print(editor.redo(), editor.text, editor.redo(), editor.redo())
editor.undo()
editor.apply(replace('hello', 'bye'))
print(editor.text + '|' + str(len(editor.undone)))
try:
    editor.apply(insert(99, '!'))
except IndexError as error:
    print('Refused:', error)
