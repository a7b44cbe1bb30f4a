# SQL, part 5: the protocol. SQL prints nothing, so there is no output to capture.
SUMMARY_CHARACTERS = 200


class SqlKernel:
    def __init__(self):
        self.database, self.marks = Database(), Marks()
        # The state is restored only when it is needed: files of the workspace may still be on their way back to where they were.
        self.to_restore = None
        self.host_in, self.host_out = private(os.dup(0)), private(os.dup(1))
        self.running, self.is_taking, self.execution_count = None, False, 0
        signal.signal(signal.SIGINT, self.interrupted)

    def interrupted(self, *_):
        # The host interrupts only its own requests; when nothing runs, the request is still on its way in.
        if self.running is not None or self.is_taking or waiting_bytes(self.host_in):
            self.database.is_interrupted = True

    def serve(self):
        self.tell({'type': 'ready', 'language': 'sql', 'version': 'SQLite ' + sqlite3.sqlite_version})
        lines = Lines(self.host_in)
        while True:
            select.select([self.host_in], [], [])
            self.is_taking = True
            taken = lines.read()
            if taken is None:
                return
            for line in taken:
                self.take(json.loads(line))
            self.is_taking = False

    def take(self, request):
        self.running = request['id']
        home = os.getcwd()
        try:
            self.restore()
            status = getattr(self, request['op'])(request)
        except (sqlite3.Error, sqlite3.Warning, OSError, ValueError, CommandError, UnknownMark) as error:
            status = self.fail(error, {})
        os.chdir(home)
        self.tell({'type': 'done', 'status': status, 'executionCount': self.execution_count})
        self.running, self.database.is_interrupted = None, False

    def tell(self, event):
        write_all(self.host_out, json.dumps(dict(event, id=self.running or 0)).encode() + b'\n')

    def fail(self, error, place):
        if self.database.is_interrupted:
            self.tell({'type': 'error', 'name': 'Interrupted', 'value': 'the execution was interrupted', 'traceback': []})
            return 'interrupted'
        error, self.database.complaint = self.database.complaint or error, None
        name = getattr(error, 'sqlite_errorname', None) or type(error).__name__
        self.tell(dict(place, type='error', name=name, value=str(error), traceback=['%s: %s' % (name, error)]))
        return 'error'

    def execute(self, request):
        self.execution_count += 1
        if request.get('cwd') is not None:
            os.chdir(request['cwd'])
        code = request['code']
        statements = list(statements_of(code))
        for index, (statement, start) in enumerate(statements):
            try:
                if self.database.is_interrupted:
                    raise sqlite3.OperationalError('interrupted')
                is_command = statement.startswith('.')
                bundle = self.database.command(statement) if is_command else self.database.run(statement)
            except (sqlite3.Error, sqlite3.Warning, OSError, ValueError, CommandError) as error:
                offset = place_of(error, statement, self.database.compile_only)
                line, column = line_and_column(code, start + offset)
                return self.fail(error, {'line': line, 'column': column})
            if bundle:
                kind = 'result' if index == len(statements) - 1 else 'display'
                self.tell({'type': kind, 'data': bundle, 'metadata': {}})
        return 'ok'

    def get(self, request):
        name = request['name']
        if name not in dict(self.database.tables()):
            raise CommandError('there is no table %s' % name)
        cursor = self.database.connection.execute('SELECT * FROM %s' % quote(name))
        names, rows, is_cut = Database.fetch(cursor, '')
        data = bundle_of(names, rows, is_cut)
        # A table of one cell gives that value.
        if len(rows) == 1 and len(names) == 1:
            self.tell({'type': 'value', 'data': dict(data, **{'text/plain': text_of(rows[0][0])}), 'json': json_value(rows[0][0])})
        else:
            records = [dict(zip(names, map(json_value, row))) for row in rows]
            self.tell(dict({'type': 'value', 'data': data}, **({} if is_cut else {'json': records})))
        return 'ok'

    def set(self, request):
        self.database.fill(request['name'], *rows_of_json(request['json']))
        return 'ok'

    def variables(self, _request):
        def columns(name):
            return ', '.join(row[1] for row in self.database.connection.execute('PRAGMA table_info(%s)' % quote(name)))

        listed = [
            {'name': name, 'type': kind, 'summary': columns(name)[:SUMMARY_CHARACTERS]} for name, kind in self.database.tables()
        ]
        self.tell({'type': 'variables', 'variables': listed})
        return 'ok'

    def save(self, request):
        state, lost = save_database(self.database.connection, request.get('mostBytes'))
        tell_state(self.tell, state, lost, {'sqlite': sqlite3.sqlite_version})
        return 'ok'

    def load(self, request):
        self.database.connection, lost = load_database(self.database.connect, base64.b64decode(request['base64']))
        self.tell({'type': 'loaded', 'lost': lost})
        return 'ok'

    def mark(self, _request):
        tell_mark(self.tell, self.marks, *save_database(self.database.connection))
        return 'ok'

    def goBack(self, request):
        self.to_restore = self.marks.take(request['mark'], request.get('keep'))
        self.database.connection.close()
        return 'ok'

    def restore(self):
        if self.to_restore is not None:
            state, self.to_restore = self.to_restore, None
            self.database.connection, _lost = load_database(self.database.connect, state)

    def forget(self, request):
        self.marks.forget(request['mark'])
        return 'ok'

    def digests(self, _request):
        self.tell({'type': 'digests', 'variables': digests_of(self.database.connection)})
        return 'ok'


def serve_sql():
    SqlKernel().serve()
