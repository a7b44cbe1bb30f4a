import sys

STAGES = ["", "O", "O|", "O|-", "O|-<", "dead"]


class Hangman:
    def __init__(self, word, max_errors=5):
        self.word = word.lower()
        self.max_errors = max_errors
        self.guessed = []
        self.errors = 0

    def guess(self, letter):
        letter = letter.strip().lower()
        if len(letter) != 1 or not letter.isalpha():
            return "invalid"
        elif letter in self.guessed:
            return "again"
        self.guessed.append(letter)
        if letter in self.word:
            return "hit"
        else:
            self.errors += 1
            return "miss"

    def shown(self):
        return " ".join(letter if letter in self.guessed else "_" for letter in self.word)

    def is_won(self):
        return all(letter in self.guessed for letter in self.word)

    def is_over(self):
        return self.is_won() or self.errors >= self.max_errors


word = input()
count = int(input())
game = Hangman(word)
for _ in range(count):
    letter = input()
    result = game.guess(letter)
    print(f"{letter!r:<6} {result:<8} {game.shown()} {STAGES[game.errors]}")
    if game.is_over():
        break
print("Won: " + str(game.is_won()) + ", errors: " + str(game.errors))
print("Letters:", sorted(game.guessed), len(sys.argv) > 0 and game.word.startswith("a"))
