import base64
import hashlib
import struct


def checksum(data):
    value = 0
    for byte in data:
        value = (value * 31 + byte) & 0xFFFF
    return value


def encrypt(text, key):
    data = text.encode("utf-8")
    mixed = bytes(byte ^ key for byte in data)
    return base64.b64encode(mixed).decode("ascii")


def decrypt(text, key):
    mixed = base64.b64decode(text)
    return bytes(byte ^ key for byte in mixed).decode("utf-8")


def pack(name, size, mode=0o755):
    raw = name.encode("ascii")
    return struct.pack(">B", len(raw)) + raw + struct.pack(">IH", size, mode)


def unpack(data):
    length = data[0]
    name = data[1:1 + length].decode("ascii")
    size, mode = struct.unpack(">IH", data[1 + length:])
    return name, size, oct(mode)


secret = encrypt("Grüße, world", 42)
print(secret, decrypt(secret, 42))
print("Checksum: " + str(checksum(b"anneal")), checksum("x".encode("ascii")))
record = pack("run.sh", 2048)
print(record.hex(), len(record))
print(unpack(record), unpack(pack("a", 1, 0o644)))
digest = hashlib.sha256("hello".encode("utf-8")).hexdigest()
print(digest[:16], len(digest))
lines = base64.encodebytes(b"abc" * 4).decode("ascii").strip()
print(lines, base64.decodebytes(lines.encode("ascii")) == b"abc" * 4)
print(bin(37), bin(37).count("1"), int("100101", 2), f"{255:08b}")
