# Part 22: whether two variables hold the same, told by a digest of their pickle. Which objects are shared, and in which order
# a set gives its items, differs between interpreters that hold the same: neither may show.
# A value whose shared parts, told once for each place, take more than this is told with its memo.
MOST_DIGEST_BYTES = 256 * 1048576
EMPTY_SET, FROZEN_SET = b'\x8f', b'\x91'


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
    for way in (digest_of_content, digest_with_memo, digest_of_text):
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


def digest_with_memo(value):
    digest = Digest()
    new_pickler(digest).dump(value)
    return digest.hash.hexdigest()


def digest_of_text(value):
    return own('hashlib').sha256(repr(value).encode('utf-8', 'replace')).hexdigest()


def digest_in_order(value):
    """Slow, and only where there are sets: the items of each in the order of their own digests."""
    digest = Digest()
    orderly_pickler()(digest).dump(value)
    return digest.hash.hexdigest()


@functools.lru_cache(None)
def orderly_pickler():
    pickle = own('pickle')

    class Orderly(pickle._Pickler):
        dispatch = dict(pickle._Pickler.dispatch)

        def __init__(self, file):
            super().__init__(file, 5)
            self.fast = True
            self.seeded = {id(value): at for at, value in enumerate(seeds())}

        def save(self, value, save_persistent_id=True):
            if id(value) in self.seeded:
                return super().save(self.seeded[id(value)])
            return super().save(value, save_persistent_id)

        def reducer_override(self, value):
            reduce = REDUCERS.get(type(value))
            if reduce is not None:
                return reduce(value)
            return reduce_class(value) if isinstance(value, type) else reduce_strange(value)

        def save_unordered(self, items):
            super().save((type(items).__name__, sorted(map(digest_of, items))))

    Orderly.dispatch[set] = Orderly.dispatch[frozenset] = Orderly.save_unordered
    return Orderly
