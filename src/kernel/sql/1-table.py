# SQL, part 1: the look of a result.
import base64
import html
import math

MOST_ROWS = 1000
MOST_TEXT = 100_000
MOST_SAFE_INTEGER = 2**53 - 1
MOST_COLUMN_WIDTH = 80
TYPES = {int: 'integer', float: 'real', str: 'text', bytes: 'blob'}


def bundle_of(names, rows, is_cut):
    """A table in the three forms that readers may want."""
    columns = [{'name': name, 'type': type_of(row[index] for row in rows)} for index, name in enumerate(names)]
    table = {'columns': columns, 'rows': [[json_value(value) for value in row] for row in rows]}
    return {
        'text/plain': plain_table(names, rows, is_cut),
        'text/html': html_table(names, rows, is_cut),
        'application/vnd.anneal.table+json': dict(table, rowCount=len(rows), truncated=is_cut),
    }


def type_of(values):
    kinds = {TYPES[type(value)] for value in values if value is not None}
    if kinds == {'integer', 'real'}:
        return 'real'
    return kinds.pop() if len(kinds) == 1 else 'any' if kinds else 'null'


def json_value(value):
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    # Readers in JavaScript would round the number.
    if isinstance(value, int) and abs(value) > MOST_SAFE_INTEGER:
        return str(value)
    return value


def text_of(value):
    if value is None:
        return 'NULL'
    return "x'%s'" % value.hex() if isinstance(value, bytes) else str(value)


def note_of(rows, is_cut):
    return 'the first %d rows; there are more' % len(rows) if is_cut else None


def plain_table(names, rows, is_cut):
    cells = [[short(text_of(value)) for value in row] for row in rows]
    widths = [max([len(name), *(len(row[index]) for row in cells)]) for index, name in enumerate(names)]

    def line(values):
        return ' | '.join(value.ljust(width) for value, width in zip(values, widths)).rstrip()

    lines = [line(names), '-+-'.join('-' * width for width in widths), *map(line, cells)]
    text = '\n'.join(lines)
    if len(text) > MOST_TEXT:
        text = '%s\n… cut: %d more characters' % (text[:MOST_TEXT], len(text) - MOST_TEXT)
    note = note_of(rows, is_cut)
    return '%s\n(%s)' % (text, note) if note else text


def short(text):
    text = text.replace('\n', '\\n')
    return text if len(text) <= MOST_COLUMN_WIDTH else text[: MOST_COLUMN_WIDTH - 1] + '…'


def html_table(names, rows, is_cut):
    head = ''.join('<th>%s</th>' % html.escape(name) for name in names)
    body = ''.join('<tr>%s</tr>' % ''.join('<td>%s</td>' % html.escape(text_of(value)) for value in row) for row in rows)
    note = note_of(rows, is_cut)
    caption = '<caption>%s</caption>' % note if note else ''
    return '<table>%s<thead><tr>%s</tr></thead><tbody>%s</tbody></table>' % (caption, head, body)
