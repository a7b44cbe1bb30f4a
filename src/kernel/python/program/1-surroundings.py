# A plain program that may show values and pictures, part 1: the names that the kernel's own parts for showing expect. They
# are joined behind this part, and share its namespace.
import ast
import builtins
import io
import json
import os
import sys

SHOWN = '/tmp/anneal/shown'
KERNEL_FILE = '<kernel>'


class CELL:
    id = 'program'
    shows_all = False


class OUTPUT:
    @staticmethod
    def flush():
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (AttributeError, OSError, ValueError):
                pass


def encode(value):
    return json.dumps(value, allow_nan=False)


def say(kind, data, metadata=None, **_options):
    """Adds one line to the file that is read when the program has ended; a forked child may add its own."""
    line = encode({'isResult': kind == 'result', 'data': data, 'metadata': metadata or {}}) + '\n'
    try:
        with open(SHOWN, 'ab', buffering=0) as file:
            file.write(line.encode())
    except OSError as error:
        sys.stderr.write('a value could not be shown: %s\n' % error)


def describe_error(error):
    import traceback

    told = traceback.TracebackException(type(error), error, error.__traceback__)
    told.stack[:] = [frame for frame in told.stack if frame.filename != KERNEL_FILE]
    return ''.join(told.format()).rstrip('\n').split('\n'), None, None
