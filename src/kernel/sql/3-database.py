# SQL, part 3: one connection to SQLite that lives from cell to cell. Through Python, because its SQLite can be
# interrupted in the middle of a query, which Node's cannot.
import csv
import shlex

OPERATIONS_BETWEEN_LOOKS = 10_000
CHANGE = re.compile(r'\b(?:insert|update|delete|replace)\b', re.IGNORECASE)


class CommandError(Exception):
    """A fault in one of our own commands."""


class Database:
    def __init__(self):
        self.is_interrupted, self.complaint = False, None
        self.open(':memory:')

    def open(self, path):
        self.connection = self.connect(path)

    def connect(self, path):
        connection = sqlite3.connect(path, isolation_level=None)
        connection.set_progress_handler(lambda: self.is_interrupted, OPERATIONS_BETWEEN_LOOKS)
        connection.create_function('read_text', 1, self.read_text)
        return connection

    def read_text(self, path):
        # SQLite reports only that a function failed, not why.
        try:
            return read_text(path)
        except (OSError, ValueError) as error:
            self.complaint = error
            raise

    def run(self, statement):
        """The bundle of the statement's result, or None."""
        before = self.connection.total_changes
        cursor = self.connection.execute(statement)
        if cursor.description:
            return bundle_of(*self.fetch(cursor, statement))
        changed = self.connection.total_changes - before
        return {'text/plain': '%d row%s changed' % (changed, '' if changed == 1 else 's')} if changed else None

    @staticmethod
    def fetch(cursor, statement):
        names = [column[0] for column in cursor.description]
        rows = cursor.fetchmany(MOST_ROWS)
        is_cut = cursor.fetchone() is not None
        # A statement that changes rows and returns them has to run to its end.
        if CHANGE.search(statement):
            for _ in cursor:
                pass
        cursor.close()
        return names, rows, is_cut

    def compile_only(self, statement):
        """SQLite's complaint about a statement, without running it."""
        try:
            self.connection.execute('EXPLAIN ' + statement)
        except sqlite3.Error as error:
            return str(error)

    def tables(self):
        query = "SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        return self.connection.execute(query).fetchall()

    def fill(self, name, names, rows):
        quoted = quote(name)
        self.connection.execute('BEGIN')
        try:
            self.connection.execute('DROP TABLE IF EXISTS %s' % quoted)
            self.connection.execute('CREATE TABLE %s (%s)' % (quoted, ', '.join(map(quote, names))))
            marks = ', '.join('?' * len(names))
            self.connection.executemany('INSERT INTO %s VALUES (%s)' % (quoted, marks), rows)
            self.connection.execute('COMMIT')
        except BaseException:
            self.connection.execute('ROLLBACK')
            raise

    def command(self, line):
        word, *arguments = shlex.split(line[1:])
        if word == 'open' and len(arguments) <= 1:
            self.open(arguments[0] if arguments else ':memory:')
        elif word == 'import' and len(arguments) == 2:
            self.fill(arguments[1], *read_rows(arguments[0]))
        elif word == 'tables' and not arguments:
            return bundle_of(['name', 'type'], self.tables(), False)
        elif word == 'schema' and len(arguments) <= 1:
            wanted = 'AND name = ?' if arguments else ''
            found = self.connection.execute('SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ' + wanted, arguments)
            return {'text/plain': '\n'.join(sql + ';' for sql, in found)}
        else:
            raise CommandError('known are .open [FILE], .import FILE TABLE, .tables and .schema [TABLE]; not %s' % line.strip())


def quote(name):
    return '"%s"' % name.replace('"', '""')


def read_text(path):
    with open(path, encoding='utf-8-sig') as file:
        return file.read()


def read_rows(path):
    """Names and rows of a CSV or JSON file."""
    if path.endswith('.json'):
        return rows_of_json(json.loads(read_text(path)))
    with open(path, encoding='utf-8-sig', newline='') as file:
        names, *rows = csv.reader(file, delimiter='\t' if path.endswith('.tsv') else ',')
    return names, [[number_or_text(value) for value in (row + [None] * len(names))[:len(names)]] for row in rows]


def number_or_text(value):
    for kind in (int, float):
        try:
            # Only texts that read back the same: leading zeros are part of a text.
            if value is not None and str(kind(value)) == value:
                return kind(value)
        except ValueError:
            pass
    return value


def rows_of_json(value):
    items = value if isinstance(value, list) else [value]
    if items and all(isinstance(item, dict) for item in items):
        names = list(dict.fromkeys(name for item in items for name in item))
        return names, [[column_value(item.get(name)) for name in names] for item in items]
    return ['value'], [[column_value(item)] for item in items]


def column_value(value):
    return json.dumps(value) if isinstance(value, (dict, list)) else value
