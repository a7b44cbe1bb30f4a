import { type Conversation, fails, works } from './conversation.ts'

/**
 * Follows everything from the names on. An object that two names share is printed once, so that a copy of it would
 * show.
 */
const PROBE = `
def _probe():
    import hashlib, os, types
    seen = {}
    def tell(value):
        if value is None or type(value) in (bool, int, float, str, bytes, complex):
            return repr(value)
        if isinstance(value, (types.ModuleType, types.BuiltinFunctionType)):
            return value.__name__
        if id(value) in seen:
            return '@%d' % seen[id(value)]
        seen[id(value)] = len(seen)
        return type(value).__name__ + inside(value)
    def inside(value):
        if isinstance(value, dict):
            return '{' + ', '.join(tell(key) + ': ' + tell(held) for key, held in value.items()) + '}'
        if isinstance(value, (list, tuple)):
            return '[' + ', '.join(map(tell, value)) + ']'
        if isinstance(value, (set, frozenset)):
            return '{' + ', '.join(sorted(map(tell, value))) + '}'
        if isinstance(value, types.FunctionType):
            cells = [cell.cell_contents for cell in value.__closure__ or ()]
            return value.__name__ + value.__code__.co_code.hex() + tell(value.__defaults__) + tell(cells)
        if isinstance(value, type):
            return value.__name__ + tell([name for name in vars(value) if not name.startswith('__')])
        return tell(vars(value)) if hasattr(value, '__dict__') else repr(value)
    names = {name: held for name, held in globals().items() if not name.startswith('_') and name not in ('In', 'Out')}
    print(*(name + ' = ' + tell(names[name]) for name in sorted(names)), sep='\\n')
    print(os.getcwd(), sorted(os.environ.items()), len(print.__name__))
    for root in ('/workspace', '/volumes/notes-python'):
        for directory, below, files in sorted(os.walk(root)):
            for path in sorted(os.path.join(directory, name) for name in below + files):
                status = os.lstat(path)
                told = os.readlink(path) if os.path.islink(path) else ''
                if os.path.isfile(path) and not told:
                    told = hashlib.sha256(open(path, 'rb').read()).hexdigest() + str(status.st_mtime_ns // 1000000)
                print(path, oct(status.st_mode), told)
_probe()
del _probe
`

const SPOIL = `
data['list'].append('spoilt'); shared.clear(); total = -1; del text
ada.name = 'Eve'; counter(); Person.greet = None; new = [1]
import os, json, math
os.environ['COLOUR'] = 'black'; os.chdir('/tmp'); math.pi = 3; json.dumps = None
open('/workspace/notes.txt', 'a').write('spoilt'); os.remove('/workspace/kept/one.txt')
os.makedirs('/workspace/new/deep'); open('/workspace/new/deep/file', 'w').write('x')
os.chmod('/workspace/kept', 0o700); open('/volumes/notes-python/shared.txt', 'w').write('spoilt')
`

/** Fifty cells; half of them fail, each in another way. */
export const python: Conversation = {
  language: 'python',
  probe: PROBE,
  cells: [
    works('total = 41; text = "héllo 日本"; ratio = 0.1; big = 2 ** 200; raw = bytes(range(256)); nothing = None'),
    works('shared = [1, 2]; data = {"list": [1, [2, 3]], "shared": shared, (1, "a"): {4, 5}}; data["self"] = data'),
    fails('total = 0; data["list"].append(9); 1 / 0'),
    works(
      'import os, json, math\nfrom collections import Counter, deque\nwords = Counter("abracadabra"); queue = deque([1, 2], 5)',
    ),
    works('open("notes.txt", "w").write("first"); os.makedirs("kept/deep"); open("kept/one.txt", "w").write("1")'),
    fails('this is not python'),
    works(
      'class Person:\n  def __init__(self, name): self.name = name; self.friends = []\n  def greet(self): return "I am " + self.name\nada = Person("Ada")',
    ),
    works('ada.friends.append(ada); assert ada.greet() == "I am Ada"'),
    works(
      'def make_counter():\n  n = 0\n  def count():\n    nonlocal n\n    n += 1\n    return n\n  return count\ncounter = make_counter(); counter()',
    ),
    fails(`${SPOIL}\nraise ValueError("spoilt")`),
    works(
      'os.environ["COLOUR"] = "red"; os.chdir("kept"); open("/volumes/notes-python/shared.txt", "w").write("shared")',
    ),
    fails(`${SPOIL}\nassert False, "not so"`),
    works('os.chdir("/workspace"); os.symlink("notes.txt", "link"); os.symlink("/etc/passwd", "outside")'),
    fails(
      `${SPOIL}\nos.remove("/workspace/link"); os.symlink("/workspace/kept", "/workspace/link"); raise KeyError("k")`,
    ),
    fails(`${SPOIL}\nwhile True: pass`, { failsBy: 'timeout', timeoutMs: 300 }),
    works('squares = [n * n for n in range(1000)]; view = squares[10:20]; pair = (shared, shared)'),
    fails(`${SPOIL}\nos._exit(1)`, { failsBy: 'exit' }),
    works('counter(); counter(); total += counter()'),
    fails(`${SPOIL}\nimport signal; os.kill(os.getpid(), signal.SIGKILL)`, { failsBy: 'exit' }),
    works('lines = open("notes.txt").read().splitlines(); open("notes.txt", "a").write("\\nsecond")'),
    fails(`${SPOIL}\nprint("x" * 100000)`, { failsBy: 'output', outputBytes: 10_000 }),
    works(
      'from dataclasses import dataclass, field\n@dataclass\nclass Point:\n  x: int\n  tags: list = field(default_factory=list)\npoint = Point(3)',
    ),
    fails(`${SPOIL}\npoint.tags.append("spoilt"); point.unknown`),
    works('point.tags.append(shared); shared.append(point)'),
    fails(`${SPOIL}\nimport sys; sys.exit(3)`),
    works('os.rename("kept/one.txt", "kept/deep/two.txt"); os.chmod("kept/deep/two.txt", 0o640)'),
    fails(`${SPOIL.replace('kept/one.txt', 'kept/deep/two.txt')}\nint("one")`),
    works('add = lambda a, b=shared: (a, len(b)); partial = __import__("functools").partial(add, 5)'),
    fails('import shutil; shutil.rmtree("/workspace/kept"); open("/workspace/kept", "w").write("a file now"); [][1]'),
    works('nested = {"level": {"level": {"level": [data, ada, point]}}}'),
    fails('globals().clear(); undefined_name'),
    fails('import builtins; builtins.len = None; builtins.range = None; raise RuntimeError("builtins")'),
    works('assert len(squares) == 1000; dates = __import__("datetime").date(2024, 2, 29)'),
    fails('def deep(n): return deep(n + 1)\ndata["deep"] = 1; deep(0)'),
    works('import subprocess; listed = subprocess.run(["ls"], capture_output=True, text=True).stdout'),
    fails(
      'import subprocess; subprocess.Popen(["sh", "-c", "while :; do echo x >> /workspace/notes.txt; sleep 0.01; done"]); raise OSError("left a process")',
    ),
    works('import decimal, fractions; exact = decimal.Decimal("0.1"); half = fractions.Fraction(1, 2)'),
    fails('import threading; threading.Thread(target=lambda: data.update(late=1)).start(); raise OSError("a thread")'),
    works('stream = __import__("io").StringIO("one\\ntwo"); first = stream.readline()'),
    fails('stream.readline(); squares[:] = []; os.truncate("/workspace/notes.txt", 0); None + 1'),
    works('data["list"][1].append(4); del nothing; ratio *= 2'),
    fails('for name in list(os.environ): del os.environ[name]\nos.chdir("/"); open("nowhere/at/all")'),
    works('os.makedirs("many"); [open(f"many/{n}", "w").write(str(n)) for n in range(50)]; count = 50'),
    fails('[os.remove(f"many/{n}") for n in range(0, 50, 2)]; os.rename("many", "few"); count = 25; {}["missing"]'),
    works('big_text = "line\\n" * 20000; open("big.txt", "w").write(big_text)'),
    fails('f = open("big.txt", "r+"); f.seek(50000); f.write("SPOILT"); f.close(); big_text = ""; raise EOFError'),
    works('import enum\nclass Colour(enum.Enum):\n  RED = 1\n  BLUE = 2\nfavourite = Colour.RED'),
    fails('favourite = Colour.BLUE; Colour.GREEN'),
    works('total += sum(squares[:4]); os.remove("many/7"); last = True'),
    fails(`${SPOIL.replace('kept/one.txt', 'kept/deep/two.txt')}\nlast = False; raise Exception("the last one")`),
  ],
}
