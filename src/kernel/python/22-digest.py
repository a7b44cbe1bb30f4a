# Part 22: comparing variables by a digest of their pickle. Interpreters with equal values differ in which texts are the same
# object, and in the order of a set's items: neither may affect the digest. A value is pickled without a memo, its shared parts
# once for each place; with more than this many bytes, it is pickled with one.
MOST_DIGEST_BYTES = 256 * 1048576
EMPTY_SET, FROZEN_SET = b'\x8f', b'\x91'
PLAIN = (str, bytes, int, float, complex, type(None))


class Digest:
    def __init__(self):
        self.hash, self.size, self.has_sets = own('hashlib').sha256(), 0, False

    def write(self, data):
        self.size += len(data)
        if self.size > MOST_DIGEST_BYTES:
            raise TooLarge
        # These bytes may have another meaning: then the digest only takes longer.
        self.has_sets = self.has_sets or EMPTY_SET in data or FROZEN_SET in data
        self.hash.update(data)


def digests(_request):
    listed = [
        {'name': name, 'type': type(value).__name__, 'summary': summary_of(value), 'digest': digest_of(value)}
        for name, value in user_variables().items()
    ]
    say('digests', variables=listed)


def digest_of(value):
    for way in (digest_of_content, digest_in_order, digest_of_text):
        try:
            return way(value)
        except BaseException:
            if INTERRUPTS.seen:
                raise
    return ''


def digest_of_content(value):
    digest = Digest()
    pickler = new_pickler(digest)
    # Without a memo; a value that holds itself ends in an error.
    pickler.fast = True
    pickler.dump(value)
    return digest_in_order(value) if digest.has_sets else digest.hash.hexdigest()


def digest_in_order(value):
    """Slow, and only for values that hold sets or themselves."""
    digest = Digest()
    orderly_pickler()(digest).dump(value)
    return digest.hash.hexdigest()


def digest_of_text(value):
    return own('hashlib').sha256(repr(value).encode('utf-8', 'replace')).hexdigest()


@functools.lru_cache(None)
def orderly_pickler():
    pickle = own('pickle')

    class Orderly(pickle._Pickler):
        dispatch = dict(pickle._Pickler.dispatch)

        def __init__(self, file):
            super().__init__(file, 5)
            self.memo = {id(value): (at, value) for at, value in enumerate(seeds())}

        def memoize(self, value):
            if not isinstance(value, (str, bytes)):
                super().memoize(value)

        def reducer_override(self, value):
            return reduced(value)

        def save_unordered(self, items):
            # The order of other items stays as it is: telling them apart might take for ever.
            if all(isinstance(item, PLAIN) for item in items):
                items = sorted(items, key=lambda item: (type(item).__name__, repr(item)))
            self.save(['set', *items])

    Orderly.dispatch[set] = Orderly.dispatch[frozenset] = Orderly.save_unordered
    return Orderly
