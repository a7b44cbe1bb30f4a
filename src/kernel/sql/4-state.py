# SQL, part 4: the state of a connection, as bytes and back. Databases in memory are saved whole; those in files are part of the
# workspace, so that only their paths are saved.
import contextlib
import hashlib

# Settings of the connection, not of a database. The last one forbids changes.
SETTINGS = (
    'foreign_keys', 'recursive_triggers', 'reverse_unordered_selects', 'automatic_index', 'cell_size_check',
    'ignore_check_constraints', 'legacy_alter_table', 'read_uncommitted', 'secure_delete', 'synchronous', 'temp_store',
    'trusted_schema', 'busy_timeout', 'cache_size', 'analysis_limit', 'writable_schema', 'query_only',
)
SCRATCH = '__anneal'
KEPT_KINDS = re.compile(r'CREATE (TABLE|VIEW|TRIGGER)\b', re.IGNORECASE)


def save_database(connection, most_bytes=None):
    """The state, and the losses in it."""
    places, parts, lost = [], [], lost_transaction(connection)
    for name, path in databases_of(connection):
        content = b'' if path or not has_content(connection, name) else connection.serialize(name=name)
        if most_bytes is not None and len(content) > most_bytes:
            content, gone = without_largest(content, most_bytes)
            lost += [too_large(label(name, table), size) for table, size in gone.items()]
        most_bytes = None if most_bytes is None else most_bytes - len(content)
        places.append([name, path])
        parts.append(content)
    lost += lost_temporary(connection)
    return pack({'databases': places, 'settings': settings_of(connection)}, parts), lost


def load_database(connect, state):
    """A new connection with the whole state, and the losses. `connect` opens the main database."""
    header, parts = unpack(state)
    connection, lost = connect(header['databases'][0][1] or ':memory:'), []
    # The temporary database comes last: it may refer to all others.
    for (name, path), content in sorted(zip(header['databases'], parts), key=lambda item: item[0][0] == 'temp'):
        try:
            restore(connection, name, path, content)
        except sqlite3.Error as error:
            lost.append({'name': 'database ' + name, 'why': str(error)})
    for setting, value in header['settings'].items():
        connection.execute('PRAGMA %s = %s' % (setting, value))
    return connection, lost


def restore(connection, name, path, content):
    if name not in ('main', 'temp'):
        connection.execute('ATTACH ? AS %s' % quote(name), [path or ':memory:'])
    if content and name == 'temp':
        restore_temporary(connection, content)
    elif content and name == 'main':
        fill_main(connection, content)
    elif content:
        connection.deserialize(content, name=name)


def fill_main(connection, content):
    """Copies the database page by page: one made of bytes would lose uncommitted changes when it is saved again."""
    with contextlib.closing(sqlite3.connect(':memory:')) as scratch:
        scratch.deserialize(content)
        scratch.backup(connection)


def restore_temporary(connection, content):
    """Restores the temporary database, the only one that SQLite cannot fill from bytes."""
    connection.execute("ATTACH ':memory:' AS %s" % SCRATCH)
    connection.deserialize(content, name=SCRATCH)
    # Triggers on tables of other databases are misplaced in this one, which SQLite would otherwise refuse as a whole.
    connection.execute('PRAGMA writable_schema = ON')
    virtual = {row[1] for row in connection.execute('PRAGMA %s.table_list' % SCRATCH) if row[2] in ('virtual', 'shadow')}
    query = "SELECT type, name, tbl_name, sql FROM %s.sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%%' ORDER BY type = 'trigger', rowid"
    for kind, name, table, sql in connection.execute(query % SCRATCH).fetchall():
        if table in virtual:
            continue
        connection.execute(KEPT_KINDS.sub(r'CREATE TEMP \1', sql, count=1))
        if kind == 'table':
            columns = ', '.join(columns_to_copy(connection, name))
            connection.execute('INSERT INTO temp.%s (%s) SELECT %s FROM %s.%s' % (quote(name), columns, columns, SCRATCH, quote(name)))
    connection.execute('PRAGMA writable_schema = OFF')
    connection.execute('DETACH %s' % SCRATCH)


def columns_to_copy(connection, name):
    """Columns with the hidden row number where there is one; generated columns compute themselves."""
    columns = [row[1] for row in connection.execute('PRAGMA %s.table_xinfo(%s)' % (SCRATCH, quote(name))) if row[6] == 0]
    listed = connection.execute('PRAGMA %s.table_list(%s)' % (SCRATCH, quote(name))).fetchall()
    has_number = not any(row[4] for row in listed) and not any(column.lower() == 'rowid' for column in columns)
    return ['rowid'] * has_number + [quote(column) for column in columns]


def databases_of(connection):
    """Name and file of each database, the main one first; the file is empty for one in memory."""
    listed = sorted(connection.execute('PRAGMA database_list').fetchall())
    # The path of a file is absolute; a database in memory that was filled from bytes has a name of SQLite's own.
    return [(name, path if path.startswith('/') else '') for _number, name, path in listed]


def has_content(connection, name):
    master = 'sqlite_temp_master' if name == 'temp' else '%s.sqlite_master' % quote(name)
    return connection.execute('SELECT count(*) FROM %s' % master).fetchone()[0] > 0


def settings_of(connection):
    """Settings that differ from those of a new connection."""
    fresh = sqlite3.connect(':memory:')
    read = [(name, [one.execute('PRAGMA %s' % name).fetchone() for one in (connection, fresh)]) for name in SETTINGS]
    changed = {name: here[0] for name, (here, usual) in read if here and here != usual}
    # This setting can be written but not read.
    is_exact = not connection.execute("SELECT 'a' LIKE 'A'").fetchone()[0]
    return dict({'case_sensitive_like': 1} if is_exact else {}, **changed)


def lost_transaction(connection):
    if not connection.in_transaction:
        return []
    has_files = any(path for _name, path in databases_of(connection))
    changes = 'its changes to files are not kept' if has_files else 'its changes are kept as if they had been committed'
    return [{'name': 'transaction', 'why': 'an open transaction cannot be kept open; ' + changes}]


def lost_temporary(connection):
    query = "SELECT name FROM sqlite_temp_master WHERE sql LIKE 'CREATE VIRTUAL%'"
    why = 'a temporary virtual table cannot be kept'
    return [{'name': 'temp.%s' % name, 'why': why} for name, in connection.execute(query)]


def without_largest(content, most_bytes):
    """A database without its largest tables, and their sizes."""
    scratch = sqlite3.connect(':memory:', isolation_level=None)
    scratch.deserialize(content)
    # The schema is not checked, as in a restore: triggers may refer to other databases.
    scratch.execute('PRAGMA writable_schema = ON')
    query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    sizes = {name: size_of(scratch, name) for name, in scratch.execute(query).fetchall()}
    gone = {}
    for name in sorted(sizes, key=sizes.get, reverse=True):
        if len(content) <= most_bytes:
            break
        scratch.execute('DROP TABLE %s' % quote(name))
        scratch.execute('VACUUM')
        gone[name] = sizes[name]
        content = scratch.serialize()
    return content, gone


def size_of(connection, name):
    columns = [row[1] for row in connection.execute('PRAGMA table_info(%s)' % quote(name))]
    lengths = ' + '.join('coalesce(length(CAST(%s AS BLOB)), 0)' % quote(column) for column in columns)
    return connection.execute('SELECT coalesce(sum(%s), 0) FROM %s' % (lengths, quote(name))).fetchone()[0]


def label(database, table):
    return table if database == 'main' else '%s.%s' % (database, table)


def digests_of(connection):
    """Digests of every table and view of every database."""
    told = []
    for database, _path in databases_of(connection):
        master = 'sqlite_temp_master' if database == 'temp' else '%s.sqlite_master' % quote(database)
        query = "SELECT name, type, sql FROM %s WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%%'" % master
        for name, kind, sql in connection.execute(query).fetchall():
            digest, count = hashlib.sha256(sql.encode()), 0
            rows = connection.execute('SELECT * FROM %s.%s' % (quote(database), quote(name))) if kind == 'table' else []
            for count, row in enumerate(rows, 1):
                digest.update(repr(row).encode('utf-8', 'surrogatepass'))
            summary = '%d row%s' % (count, '' if count == 1 else 's') if kind == 'table' else sql[:SUMMARY_CHARACTERS]
            told.append({'name': label(database, name), 'type': kind, 'summary': summary, 'digest': digest.hexdigest()})
    return told
