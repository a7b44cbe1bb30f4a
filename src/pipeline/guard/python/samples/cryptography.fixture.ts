import { lines, type RuleSample } from './sample.fixture.ts'

export const cryptographySamples: RuleSample[] = [
  {
    rule: 'python/weak-hash',
    dangerous: [
      lines('import hashlib', 'def store(password):', '    return hashlib.md5(password.encode()).hexdigest()'),
      'hashlib.md5(password.encode())',
    ],
    evasion: [
      lines(
        'from hashlib import new as n',
        'def store(password):',
        '    return n("sha" + "1", password.encode()).hexdigest()',
      ),
      'n("sha" + "1", password.encode())',
    ],
    harmless: lines(
      'import hashlib',
      'def checksum(data):',
      '    return hashlib.sha256(data).hexdigest(), hashlib.md5(data, usedforsecurity=False).hexdigest()',
    ),
  },
  {
    rule: 'python/weak-cipher',
    dangerous: [
      lines(
        'from Crypto.Cipher import AES',
        'def seal(key, text):',
        '    return AES.new(key, AES.MODE_ECB).encrypt(text)',
      ),
      'AES.new(key, AES.MODE_ECB)',
    ],
    evasion: [
      lines('import Cryptodome.Cipher.DES as d', 'make = d.new', 'make(key, d.MODE_CBC, iv)'),
      'make(key, d.MODE_CBC, iv)',
    ],
    harmless: lines(
      'from Crypto.Cipher import AES',
      'def seal(key, text):',
      '    return AES.new(key, AES.MODE_GCM).encrypt_and_digest(text)',
    ),
  },
  {
    rule: 'python/constant-key',
    dangerous: [
      lines('from Crypto.Cipher import AES', 'AES.new(b"0123456789abcdef", AES.MODE_GCM)'),
      'AES.new(b"0123456789abcdef", AES.MODE_GCM)',
    ],
    evasion: [
      lines(
        'from Crypto.Cipher import AES as a',
        'def seal(key):',
        '    start = b"\\x00" * 16',
        '    return a.new(key, a.MODE_CBC, iv=start)',
      ),
      'a.new(key, a.MODE_CBC, iv=start)',
    ],
    harmless: lines(
      'import os',
      'from Crypto.Cipher import AES',
      'def seal(key):',
      '    return AES.new(key, AES.MODE_CBC, os.urandom(16))',
    ),
  },
  {
    rule: 'python/short-key',
    dangerous: [lines('from Crypto.PublicKey import RSA', 'RSA.generate(1024)'), 'RSA.generate(1024)'],
    evasion: [
      lines(
        'from cryptography.hazmat.primitives.asymmetric import rsa as r',
        'size = 2 ** 10',
        'r.generate_private_key(public_exponent=65537, key_size=size)',
      ),
      'r.generate_private_key(public_exponent=65537, key_size=size)',
    ],
    harmless: lines('from Crypto.PublicKey import RSA', 'RSA.generate(3072)'),
  },
  {
    rule: 'python/guessable-token',
    dangerous: [
      lines('import random, string', 'token = "".join(random.choice(string.ascii_letters) for _ in range(32))'),
      'token = "".join(random.choice(string.ascii_letters) for _ in range(32))',
    ],
    evasion: [
      lines(
        'from random import randint as r',
        'def make_reset_code():',
        '    digits = [str(r(0, 9)) for _ in range(6)]',
        '    return "".join(digits)',
      ),
      'return "".join(digits)',
    ],
    harmless: lines(
      'import random, secrets',
      'token = secrets.token_hex(16)',
      'colour = random.choice(["red", "blue"])',
    ),
  },
  {
    rule: 'python/old-protocol',
    dangerous: [lines('import ssl', 'ssl.SSLContext(ssl.PROTOCOL_SSLv3)'), 'ssl.SSLContext(ssl.PROTOCOL_SSLv3)'],
    evasion: [
      lines('import ssl as s', 'version = getattr(s, "PROTOCOL_" + "TLSv1")', 's.SSLContext(version)'),
      's.SSLContext(version)',
    ],
    harmless: lines('import ssl', 'ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)'),
  },
  {
    rule: 'python/unverified-token',
    dangerous: [
      lines('import jwt', 'def read(token):', '    return jwt.decode(token, options={"verify_signature": False})'),
      'jwt.decode(token, options={"verify_signature": False})',
    ],
    evasion: [
      lines(
        'from jwt import decode as d',
        'def read(token, key):',
        '    return d(token, key, algorithms=["HS256", "no" + "ne"])',
      ),
      'd(token, key, algorithms=["HS256", "no" + "ne"])',
    ],
    harmless: lines('import jwt', 'def read(token, key):', '    return jwt.decode(token, key, algorithms=["HS256"])'),
  },
]
