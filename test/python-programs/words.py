def count_words(text):
    """How often each word occurs, without regard to case."""
    counts = {}
    for word in text.split():
        word = word.strip(".,;:!?").lower()
        if word:
            counts[word] = counts.get(word, 0) + 1
    return counts


def most_frequent(text, limit=3):
    counts = count_words(text)
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return [word for word, _ in ranked[:limit]]


def is_palindrome(text):
    letters = [letter.lower() for letter in text if letter.isalnum()]
    return len(letters) > 0 and letters == letters[::-1]


if __name__ == "__main__":
    print(most_frequent("the cat and the dog and the bird"))
