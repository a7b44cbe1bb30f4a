# Part 8: the look of a value: by MIME type, as its own methods offer it. A large value is cut, and says so.
import binascii

MOST_PLAIN = 100000
MOST_BYTES = 12000000
REPRESENTATIONS = {
    '_repr_html_': 'text/html',
    '_repr_markdown_': 'text/markdown',
    '_repr_svg_': 'image/svg+xml',
    '_repr_png_': 'image/png',
    '_repr_jpeg_': 'image/jpeg',
    '_repr_pdf_': 'application/pdf',
    '_repr_latex_': 'text/latex',
    '_repr_json_': 'application/json',
    '_repr_javascript_': 'application/javascript',
}
# Functions that add to the bundle of a value, by the name of its class: filled by the parts that follow.
SHOWN_BY = {}


def bundle_of(value):
    data = {}
    if not isinstance(value, type):
        own_bundle(value, data)
        for method, mime in REPRESENTATIONS.items():
            if mime not in data:
                represent(value, method, mime, data)
    add = SHOWN_BY.get('%s.%s' % (type(value).__module__, type(value).__name__))
    if add:
        attempt(add, value, data)
    if isinstance(value, (list, dict)) and 'application/json' not in data:
        add_json(value, data)
    if 'text/plain' not in data:
        data['text/plain'] = repr(value)
    return bounded(data)


def attempt(method, *arguments):
    """Reports a failing display method on stderr; the other methods are still tried."""
    try:
        return method(*arguments)
    except Exception as error:
        sys.stderr.write('\n'.join(describe_error(error)[0]) + '\n')


def method_of(value, name):
    """A display method of the value's type: some objects claim to have every method there is."""
    return getattr(value, name, None) if callable(getattr(type(value), name, None)) else None


def own_bundle(value, data):
    method = method_of(value, '_repr_mimebundle_')
    found = attempt(lambda: method(include=None, exclude=None)) if method else None
    if isinstance(found, tuple):
        found = found[0]
    for mime, content in (found or {}).items():
        data[mime] = in_json(mime, content)


def represent(value, name, mime, data):
    method = method_of(value, name)
    found = attempt(method) if method else None
    if isinstance(found, tuple):
        found = found[0]
    if found is not None:
        data[mime] = in_json(mime, found)


def in_json(mime, content):
    if isinstance(content, (bytes, bytearray, memoryview)):
        return binascii.b2a_base64(content, newline=False).decode()
    if isinstance(content, str):
        return content
    return plain_value(content) if mime.endswith('json') else str(content)


def add_json(value, data):
    try:
        if len(encode(value)) <= MOST_PLAIN:
            data['application/json'] = value
    except (TypeError, ValueError, RecursionError):
        pass


def plain_value(value):
    """A value for JSON: numbers of numpy as numbers, NaN and infinities as null, the rest as text."""
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value) if value == value and abs(value) != float('inf') else None
    if isinstance(value, dict):
        return {str(key): plain_value(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set)):
        return [plain_value(item) for item in value]
    if type(value).__name__ == 'datetime64':
        value = value.astype('datetime64[us]').item()
    if callable(getattr(value, 'isoformat', None)):
        return None if str(value) == 'NaT' else value.isoformat()
    if callable(getattr(value, 'tolist', None)):
        return plain_value(value.tolist())
    return None if value is None or type(value).__name__ == 'NAType' else str(value)


def cut(text):
    if len(text) <= MOST_PLAIN:
        return text
    return '%s\n[cut: %d of %d characters]' % (text[:MOST_PLAIN], MOST_PLAIN, len(text))


def bounded(data):
    if isinstance(data.get('text/plain'), str):
        data['text/plain'] = cut(data['text/plain'])
    for mime, content in list(data.items()):
        size = len(content) if isinstance(content, str) else len(encode(content))
        if size > MOST_BYTES:
            del data[mime]
            data['text/plain'] = '%s\n[%s left out: %d bytes]' % (data.get('text/plain', ''), mime, size)
    return data


def display(*values, metadata=None, raw=False):
    """Shows values at once, in order with printed output; with `raw` they are dictionaries of MIME types."""
    for value in values:
        data = bounded({mime: in_json(mime, item) for mime, item in value.items()}) if raw else bundle_of(value)
        show(data, metadata)


def show(data, metadata=None):
    OUTPUT.flush()
    if CELL.id:
        say('display', data=data, metadata=plain_value(metadata or {}))
