import string
from collections import Counter

TEXT = """The quick brown fox jumps over the lazy dog.
The dog barks; the fox runs away, and the quick fox hides.
It's a quiet day after all."""


def normalize(text):
    table = str.maketrans("", "", string.punctuation)
    return text.lower().translate(table)


def count_words(text, minimum=1):
    words = normalize(text).split()
    return Counter(word for word in words if len(word) >= minimum)


def longest_word(text):
    best = ""
    for word in normalize(text).split():
        if len(word) > len(best):
            best = word
    return best


def letter_share(text):
    letters = [c for c in text if c in string.ascii_letters]
    if len(letters) == 0:
        return 0.0
    upper = [c for c in letters if c.isupper()]
    return len(upper) / len(letters)


counts = count_words(TEXT, minimum=3)
for word, count in counts.most_common(4):
    print(f"{word:<8}{count:>3}")
print("Longest:", longest_word(TEXT))
print("Different words: " + str(len(counts)))
print("Upper case: {:.3f}".format(letter_share(TEXT)))
total = 0
for line_number, line in enumerate(TEXT.split("\n"), start=1):
    total += len(line)
    print(line_number, line[:10].upper(), len(line.split()), total)
