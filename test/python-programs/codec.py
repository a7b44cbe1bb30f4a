def encode(text: str) -> str:
    """Run lengths: 'aaab' becomes '3a1b'."""
    result = ""
    place = 0
    while place < len(text):
        length = 1
        while place + length < len(text) and text[place + length] == text[place] and length < 9:
            length += 1
        result += f"{length}{text[place]}"
        place += length
    return result


def decode(code: str) -> str:
    if len(code) % 2 != 0:
        raise ValueError("a code has an even length")
    return "".join(code[place + 1] * int(code[place]) for place in range(0, len(code), 2))


def caesar(text: str, shift: int = 3) -> str:
    shifted = []
    for letter in text:
        if letter.isascii() and letter.isalpha():
            first = ord("A") if letter.isupper() else ord("a")
            shifted.append(chr((ord(letter) - first + shift) % 26 + first))
        else:
            shifted.append(letter)
    return "".join(shifted)
