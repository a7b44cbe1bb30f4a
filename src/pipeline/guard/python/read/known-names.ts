import { cleanFor, origin } from './make-value.ts'

/** Other names of the same module or function: a prefix, and its replacement. */
const SAME: readonly (readonly [string, string])[] = [
  ['builtins.', ''],
  ['__builtins__.', ''],
  ['__builtin__.', ''],
  ['posix.', 'os.'],
  ['nt.', 'os.'],
  ['posixpath.', 'os.path.'],
  ['ntpath.', 'os.path.'],
  ['cPickle.', 'pickle.'],
  ['_pickle.', 'pickle.'],
  ['subprocess32.', 'subprocess.'],
  ['urllib2.', 'urllib.request.'],
  ['urllib3.PoolManager().request', 'urllib3.request'],
  ['http.client.HTTPSConnection()', 'http.client.HTTPConnection()'],
  ['httplib.', 'http.client.'],
  ['Cryptodome.', 'Crypto.'],
  ['xml.etree.cElementTree.', 'xml.etree.ElementTree.'],
  ['requests.Session().', 'requests.'],
  ['requests.session().', 'requests.'],
  ['requests.api.', 'requests.'],
  ['requests.sessions.Session().', 'requests.'],
  ['httpx.Client().', 'httpx.'],
  ['httpx.AsyncClient().', 'httpx.'],
  ['aiohttp.ClientSession().', 'aiohttp.'],
  ['socket.create_connection()', 'socket.socket()'],
  ['socket.create_server()', 'socket.socket()'],
  ['socket.socket().accept()', 'socket.socket()'],
  ['ssl.wrap_socket()', 'socket.socket()'],
  ['ssl.create_default_context().wrap_socket()', 'socket.socket()'],
  ['socket._socketobject()', 'socket.socket()'],
  ['_socket.', 'socket.'],
  ['paramiko.client.', 'paramiko.'],
  ['io.open', 'open'],
  ['codecs.open', 'open'],
  ['flask.globals.request', 'flask.request'],
  ['importlib.__import__', '__import__'],
  ['random.SystemRandom()', 'secrets.SystemRandom()'],
  ['numpy.random.', 'random.'],
  ['ruamel.yaml.', 'yaml.'],
  ['asyncio.subprocess.create_', 'asyncio.create_'],
  ['torch.serialization.', 'torch.'],
  ['sklearn.externals.joblib.', 'joblib.'],
  ['sqlalchemy.sql.text', 'sqlalchemy.text'],
  ['sqlalchemy.sql.expression.text', 'sqlalchemy.text'],
  ['pathlib.PosixPath', 'pathlib.Path'],
  ['pathlib.PurePath', 'pathlib.Path'],
  ['pathlib.Path().resolve()', 'pathlib.Path()'],
  ['pathlib.Path().expanduser()', 'pathlib.Path()'],
  ['pathlib.Path().absolute()', 'pathlib.Path()'],
  ['pathlib.Path().rglob()[]', 'pathlib.Path()'],
  ['pathlib.Path().glob()[]', 'pathlib.Path()'],
  ['pathlib.Path().iterdir()[]', 'pathlib.Path()'],
  ['pathlib.Path().parent', 'pathlib.Path()'],
]

const BY_FIRST = new Map<string, (readonly [string, string])[]>()
for (const pair of SAME) {
  const first = pair[0].split('.')[0] as string
  BY_FIRST.set(first, [...(BY_FIRST.get(first) ?? []), pair])
}

/** One canonical name for each function, from whichever module it was imported. */
export function canonical(name: string): string {
  const found = BY_FIRST.get(name.split('.', 1)[0] as string)?.find(([start]) => name.startsWith(start))
  return found ? found[1] + name.slice(found[0].length) : name
}

/** Origins of the results of calls and attributes: by full name, or by method with a dot before it. */
export const SOURCES: ReadonlyMap<string, number> = new Map([
  ...rows(
    origin.input,
    'input raw_input sys.stdin sys.stdin.buffer sys.stdin.read() sys.stdin.readline() getpass.getpass()',
  ),
  ...rows(
    origin.argument,
    'sys.argv .parse_args() .parse_known_args() sys.orig_argv getopt.getopt() optparse.Values()',
  ),
  ...rows(origin.environment | origin.allEnvironment, 'os.environ os.environb os.environ.copy() os.environ.items()'),
  ...rows(
    origin.environment,
    'os.getenv() os.environ.get() os.environ.pop() os.environ.setdefault() os.environ.__getitem__()',
  ),
  ...rows(
    origin.request,
    'flask.request bottle.request request cherrypy.request web.input() cgi.FieldStorage() falcon.Request()',
  ),
  ...rows(
    origin.request,
    '.get_argument() .get_query_argument() .get_body_argument() starlette.requests.Request() quart.request',
  ),
  ...rows(origin.request, 'streamlit.text_input() streamlit.text_area() streamlit.file_uploader() gradio.Textbox()'),
  ...rows(
    origin.network,
    'requests.get() requests.post() requests.put() requests.request() requests.patch() requests.head()',
  ),
  ...rows(
    origin.network,
    'urllib.request.urlopen() urllib.urlopen() httpx.get() httpx.post() httpx.request() aiohttp.get() aiohttp.post()',
  ),
  ...rows(
    origin.network,
    'urllib3.request() .getresponse() http.client.HTTPConnection().getresponse() aiohttp.request() .urlopen()',
  ),
  ...rows(
    origin.network | origin.socket,
    '.recv() .recvfrom() .recv_into() .receive_text() .receive_json() .makefile()',
  ),
  ...rows(
    origin.network,
    'telnetlib.Telnet().read_until() telnetlib.Telnet().read_all() .get_message() asyncio.open_connection()',
  ),
  ...rows(origin.file, '.read_text() .read_bytes()'),
  // The author of an archive chose the names in it.
  ...rows(origin.network | origin.walked, '.namelist() .getnames() .infolist()'),
  ...rows(origin.database, '.fetchone() .fetchall() .fetchmany() .find_one() .scalar() .scalars()'),
  ...rows(
    origin.system,
    'socket.gethostname() platform.node() platform.platform() platform.uname() getpass.getuser() os.getlogin()',
  ),
  ...rows(
    origin.system,
    'platform.system() uuid.getnode() os.uname() socket.gethostbyname() psutil.net_if_addrs() platform.version()',
  ),
  ...rows(
    origin.spied,
    'pyperclip.paste() PIL.ImageGrab.grab() pyautogui.screenshot() mss.mss().grab() ImageGrab.grab()',
  ),
  ...rows(
    origin.spied,
    'win32clipboard.GetClipboardData() keyboard.record() keyboard.read_key() keyboard.get_typed_strings()',
  ),
  ...rows(
    origin.spied,
    'keyring.get_password() win32crypt.CryptUnprotectData() browser_cookie3.chrome() browser_cookie3.load()',
  ),
  ...rows(
    origin.walked,
    'os.walk() glob.glob() glob.iglob() os.listdir() os.scandir() .rglob() .iterdir() pathlib.Path().glob()',
  ),
  ...rows(
    origin.random,
    'random.random() random.randint() random.choice() random.choices() random.sample() random.randrange()',
  ),
  ...rows(
    origin.random,
    'random.getrandbits() random.shuffle() random.uniform() random.Random() random.randbytes() random.bytes() uuid.uuid1()',
  ),
  ...rows(origin.counter, 'range() xrange() itertools.count()'),
  ...rows(origin.home, 'pathlib.Path.home()'),
])

/** Functions that make values harmless, with the uses they make them harmless for. */
export const SANITISERS: ReadonlyMap<string, number> = new Map([
  ...rows(cleanFor.shell, 'shlex.quote() pipes.quote() shlex.join() subprocess.list2cmdline()'),
  ...rows(
    cleanFor.path,
    'os.path.basename() werkzeug.utils.secure_filename() secure_filename() werkzeug.utils.safe_join()',
  ),
  ...rows(
    cleanFor.path,
    'flask.safe_join() safe_join() .relative_to() django.utils._os.safe_join() django.utils.text.get_valid_filename()',
  ),
  ...rows(
    cleanFor.html,
    'html.escape() markupsafe.escape() flask.escape() bleach.clean() cgi.escape() django.utils.html.escape() escape()',
  ),
  ...rows(
    cleanFor.html,
    'flask.jsonify() json.dumps() flask.render_template() render_template() django.shortcuts.render() flask.url_for()',
  ),
  ...rows(cleanFor.html | cleanFor.path | cleanFor.shell, 'urllib.parse.quote_plus() urllib.quote_plus()'),
  ...rows(cleanFor.html | cleanFor.shell, 'urllib.parse.quote() urllib.parse.urlencode()'),
  ...rows(
    cleanFor.sql,
    'psycopg2.sql.Identifier() psycopg2.sql.Literal() psycopg.sql.Identifier() psycopg2.sql.SQL() .quote_ident()',
  ),
  ...rows(
    cleanFor.sql,
    'psycopg2.extensions.quote_ident() .escape_string() .literal() ldap.filter.escape_filter_chars() .mogrify()',
  ),
  ...rows(cleanFor.sql, 'ldap3.utils.conv.escape_filter_chars() sqlalchemy.sql.quoted_name()'),
  ...rows(cleanFor.pattern, 're.escape()'),
])

/** Results of these reveal nothing of the argument, or are only numbers. */
export const NEUTRAL: ReadonlySet<string> = new Set(
  (
    'int() float() bool() len() ord() hash() id() isinstance() issubclass() sum() round() type() uuid.UUID() complex() ' +
    'ipaddress.ip_address() ipaddress.IPv4Address() datetime.datetime.strptime() datetime.date.fromisoformat() abs() ' +
    'decimal.Decimal() hasattr() callable() os.path.exists() os.path.isfile() os.path.isdir() os.path.getsize() time.time() ' +
    'datetime.datetime.now() print() re.match() re.fullmatch() re.search() .isdigit() .isalnum() .startswith() .endswith() ' +
    '.count() .index() .find() .hexdigest() .digest() uuid.uuid4() bcrypt.checkpw() hmac.compare_digest() .is_valid() ' +
    'ast.literal_eval() any() all() subprocess.call() os.path.getmtime() .isalpha() .isnumeric() .exists() .is_file() .is_dir()'
  ).split(' '),
)

/** Origins that these add to those of their arguments. */
export const ADDED: ReadonlyMap<string, number> = new Map([
  ...rows(
    origin.encoded,
    'base64.b64encode() base64.urlsafe_b64encode() base64.b32encode() binascii.hexlify() zlib.compress() .hex()',
  ),
  ...rows(origin.encrypted, '.encrypt() .encrypt_and_digest() .update_into() rsa.encrypt() .encrypt_bytes()'),
  ...rows(origin.decoded, '.decrypt() .decrypt_and_verify()'),
])

function rows(bits: number, names: string): [string, number][] {
  return names.split(' ').map((name) => [name, bits])
}
