# Part 22: whether two variables hold the same, told by a digest of their pickle. Which texts are the same object, and in which
# order a set gives its items, differs between interpreters that hold the same: neither may show.
# A value whose shared parts, told once for each place, take more than this is told with a memo.
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
        # These bytes may be there for another reason: then it takes only longer.
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
    # Without a memo; what holds itself ends in an error.
    pickler.fast = True
    pickler.dump(value)
    return digest_in_order(value) if digest.has_sets else digest.hash.hexdigest()


def digest_in_order(value):
    """Slow, and only for what holds sets or itself."""
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
            # The order of other items is left as it is: to tell them apart might take for ever.
            if all(isinstance(item, PLAIN) for item in items):
                items = sorted(items, key=lambda item: (type(item).__name__, repr(item)))
            self.save(['set', *items])

    Orderly.dispatch[set] = Orderly.dispatch[frozenset] = Orderly.save_unordered
    return Orderly
