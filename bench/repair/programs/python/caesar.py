# Encrypts text with a shifting alphabet and breaks it again by counting letters.
import string
from collections import Counter

ALPHABET = string.ascii_lowercase
COMMON = 'e'


def shift_letter(letter, amount):
    if letter.lower() not in ALPHABET:
        return letter
    moved = ALPHABET[(ALPHABET.index(letter.lower()) + amount) % 26]
    return moved.upper() if letter.isupper() else moved


def encrypt(text, amount):
    return ''.join(shift_letter(letter, amount) for letter in text)


def decrypt(text, amount):
    return encrypt(text, -amount)


def guess_amount(text):
    letters = [letter for letter in text.lower() if letter in ALPHABET]
    if not letters:
        return 0
    counts = Counter(letters)
    likely = max(sorted(counts), key=lambda letter: counts[letter])
    return (ALPHABET.index(likely) - ALPHABET.index(COMMON)) % 26


message = 'Meet me here, Eve: the secret needs eleven keepers!'
for amount in (1, 7, 25):
    secret = encrypt(message, amount)
    found = guess_amount(secret)
    status = 'broken' if found == amount else 'safe'
    print(amount, secret[:12], status)
print('Round trip: ' + str(decrypt(encrypt(message, 9), 9) == message))
lines = message.encode('utf-8').decode('ascii').split(' ')
lines.sort(key=len)
print(lines[0], lines[-1], len(lines))
table = {letter: shift_letter(letter, 3) for letter in 'xyz'}
print(table, ' '.join(sorted(table.values())))
