import { afterAll, describe, expect, it } from 'vitest'
import { bash } from '../../../language/bash/bash.ts'
import { javascript } from '../../../language/javascript/javascript.ts'
import { typescript } from '../../../language/javascript/typescript.ts'
import type { Language } from '../../../language/language.ts'
import { python } from '../../../language/python/python.ts'
import { sqlite } from '../../../language/sql/sqlite.ts'
import { withSupport } from '../../../pipeline/execute/lay-down.ts'
import { warmKindOf } from '../../../pipeline/execute/warm-kinds.ts'
import { CHECK_LIMITS } from '../../checks/in-sandbox.ts'
import type { ExecOptions, SandboxProvider } from '../../sandbox.ts'
import { createJail } from '../jail.ts'
import { jailParts, warmJail } from './warm.fixture.ts'

const limits = { ...CHECK_LIMITS, memoryMb: 256, processes: 64 }
const cold = createJail(await jailParts())
const warm = await warmJail({ limits })
afterAll(() => warm.close?.())

interface Case {
  title: string
  language: Language
  code: string
  arguments?: string[]
  options?: ExecOptions
}

async function run(provider: SandboxProvider, { language, code, options, arguments: more = [] }: Case) {
  const out = { stdout: '', stderr: '' }
  const never = new AbortController().signal
  const { sandbox, destroy, startedFrom } = await provider.create({ limits, warm: warmKindOf(language, code) }, never)
  try {
    const { endedBy, exitCode, signal } = await sandbox.exec([...language.command, ...more], {
      reservedMb: language.reservedMb,
      ...options,
      files: await withSupport(new Map([...(options?.files ?? []), [language.fileName, Buffer.from(code)]]), language),
      onOutput: ({ stream, bytes }) => {
        out[stream] += Buffer.from(bytes).toString()
      },
    })
    // Addresses in memory differ every time.
    const stderr = out.stderr.replace(/0x[0-9a-f]+/g, '0x')
    return { startedFrom, told: { endedBy, exitCode, signal, stdout: out.stdout, stderr } }
  } finally {
    await destroy()
  }
}

/** Repeats until a pooled sandbox is used: the first of a kind is made from nothing. */
async function runWaiting(one: Case) {
  for (;;) {
    const ran = await run(warm, one)
    if (ran.startedFrom === 'pool') return ran
  }
}

const of = (language: Language, title: string, code: string, more: Partial<Case> = {}): Case => ({
  title,
  language,
  code,
  ...more,
})

/** One behind the other, by language. */
const CASES: Case[] = [
  of(python, 'a line', 'print("hello ✓")'),
  of(
    python,
    'its own names',
    'import sys\nprint(__name__, __file__, sys.argv, sys.path, sys.orig_argv, sys.executable)',
  ),
  of(
    python,
    'its flags and streams',
    'import sys\nprint(sys.flags, sys.stdout, sys.stderr, sys.stdin.encoding, sys.stdout.line_buffering)',
  ),
  of(python, 'arguments', 'import sys\nprint(sys.argv)', { arguments: ['a', '--b=ü', ''] }),
  of(python, 'input', 'print(input(), input())\nimport sys\nprint(repr(sys.stdin.read()))', {
    options: { input: Buffer.from('one\ntwo\nthree ✓') },
  }),
  of(python, 'no input', 'try:\n    input()\nexcept EOFError as e:\n    print(repr(e))'),
  of(python, 'variables of the environment', 'import os\nprint(sorted(os.environ.items()))', {
    options: { env: { NAME: 'välue', EMPTY: '' } },
  }),
  of(python, 'settings of the interpreter', 'import sys\nprint(sys.flags.hash_randomization, hash("a"))', {
    options: { env: { PYTHONHASHSEED: '1' } },
  }),
  of(python, 'another directory', 'import os\nprint(os.getcwd())', { options: { cwd: '/tmp' } }),
  of(python, 'an exception', 'def f():\n    return 1 / 0\n\nf()'),
  of(python, 'chained exceptions', 'try:\n    {}["a"]\nexcept KeyError as e:\n    raise ValueError("b") from e'),
  of(python, 'an exception with notes and a group', 'raise ExceptionGroup("g", [ValueError(1), TypeError("two")])'),
  of(python, 'a syntax error', 'x = 1\nprint(x'),
  of(python, 'a bad indentation', 'if True:\nprint(1)'),
  of(python, 'bytes that are no text', 'print("\\udcff")'),
  of(python, 'an exit with a number', 'import sys\nprint("a", end="")\nsys.exit(7)'),
  of(python, 'an exit with a text', 'raise SystemExit("nope")'),
  of(python, 'an exit with nothing', 'import sys\nsys.exit()'),
  of(python, 'a large exit number', 'import sys\nsys.exit(259)'),
  of(python, 'the exit number of an interrupt', 'import sys\nsys.exit(130)'),
  of(python, 'an exit that is caught', 'try:\n    exit(3)\nexcept SystemExit as e:\n    print(e.code)'),
  of(python, 'a hook for exceptions', 'import sys\nsys.excepthook = lambda *a: print("hooked", a[0].__name__)\n1 / 0'),
  of(
    python,
    'functions at exit, in order',
    'import atexit\natexit.register(print, "first")\natexit.register(print, "last")\nprint("body")',
  ),
  of(python, 'a failing function at exit', 'import atexit\natexit.register(lambda: 1 / 0)\nprint("body")'),
  of(
    python,
    'objects that say goodbye',
    'class A:\n    def __init__(self, n): self.n = n\n    def __del__(self): print("bye", self.n)\n_a = A(1)\nb = A(2)\nc = [A(3)]\nc.append(c)',
  ),
  of(
    python,
    'threads that go on',
    'import threading, time\ndef f():\n    time.sleep(0.1)\n    print("late")\nthreading.Thread(target=f).start()\nprint("main")',
  ),
  of(
    python,
    'an exception in a thread',
    'import threading\nt = threading.Thread(target=lambda: 1 / 0, name="t")\nt.start()\nt.join()\nprint("on")',
  ),
  of(
    python,
    'daemon threads',
    'import threading, time\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()\nprint("done")',
  ),
  of(
    python,
    'other programs',
    'import subprocess, sys\nprint(subprocess.run([sys.executable, "-c", "print(2)"], capture_output=True, text=True).stdout)\nsubprocess.run("echo shell; exit 3", shell=True)',
  ),
  of(
    python,
    'processes of its own',
    'import os\npid = os.fork()\nif pid == 0:\n    print("child", flush=True)\n    os._exit(5)\nprint(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))',
  ),
  of(
    python,
    'multiprocessing by fork and by spawn',
    'import multiprocessing as m\ndef f(x): return x * x\nif __name__ == "__main__":\n    for how in ("fork", "spawn"):\n        with m.get_context(how).Pool(2) as p: print(p.map(f, [1, 2, 3]))',
  ),
  of(
    python,
    'await',
    'import asyncio\nasync def main():\n    await asyncio.sleep(0.01)\n    print("awaited")\nasyncio.run(main())',
  ),
  of(
    python,
    'signals it sends itself',
    'import os, signal\nsignal.signal(signal.SIGUSR1, lambda *a: print("got"))\nos.kill(os.getpid(), signal.SIGUSR1)\nos.kill(os.getpid(), signal.SIGTERM)',
  ),
  of(python, 'an interrupt', 'import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nimport time\ntime.sleep(5)'),
  of(
    python,
    'handlers of signals',
    'import signal\nprint(*[(s.name, str(signal.getsignal(s))) for s in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE, signal.SIGCHLD, signal.SIGXFSZ)])',
  ),
  of(
    python,
    'its limits',
    'import resource\nprint([(n, resource.getrlimit(getattr(resource, n))) for n in sorted(dir(resource)) if n.startswith("RLIMIT_")])',
  ),
  of(
    python,
    'files and imports beside it',
    'open("other.py", "w").write("x = 42")\nimport other\nprint(other.x, other.__file__)',
  ),
  of(
    python,
    'pickles of its own classes',
    'import pickle\nclass A: pass\nprint(type(pickle.loads(pickle.dumps(A()))))',
  ),
  of(python, 'a coding line', '# -*- coding: latin-1 -*-\nprint(len("ä"))'),
  of(python, 'much output', 'for n in range(20000): print(n)'),
  of(python, 'recursion too deep', 'import sys\ndef f(): f()\ntry: f()\nexcept RecursionError as e: print(e)'),
  of(
    python,
    'sqlite and decimals',
    'import sqlite3, decimal\nprint(sqlite3.connect(":memory:").execute("select 1 + 1").fetchone(), decimal.Decimal("0.1") + 1)',
  ),
  of(python, 'data libraries', 'import numpy, pandas\nprint(pandas.DataFrame({"a": numpy.arange(3)}).sum())'),
  of(
    python,
    'what the collector counts',
    'import gc\nprint(gc.isenabled(), gc.get_threshold(), [o for o in gc.get_objects() if type(o).__module__ in ("agent", "zygote")])',
  ),
  of(javascript, 'a line', 'console.log("hello ✓")'),
  of(
    javascript,
    'its own names',
    'console.log(process.argv, process.execArgv, __filename, require.main === module, Object.keys(require.cache))',
  ),
  of(javascript, 'arguments', 'console.log(process.argv.slice(2))', { arguments: ['a', '--b=ü'] }),
  of(
    javascript,
    'an ES module',
    'import fs from "node:fs"\nconsole.log(import.meta.url, typeof fs.readFileSync, await Promise.resolve(3))',
  ),
  of(javascript, 'input', 'console.log(require("fs").readFileSync(0, "utf8"))', {
    options: { input: Buffer.from('in ✓') },
  }),
  of(
    javascript,
    'input as a stream',
    'process.stdin.on("data", (d) => console.log(String(d))).on("end", () => console.log("end"))',
    {
      options: { input: Buffer.from('in ✓') },
    },
  ),
  of(javascript, 'variables of the environment', 'console.log(Object.entries(process.env).sort())', {
    options: { env: { NAME: 'välue', EMPTY: '' } },
  }),
  of(javascript, 'an exception', 'function f() {\n  null.x\n}\nf()'),
  of(javascript, 'a syntax error', 'const a = 1\nlet = = 2'),
  of(javascript, 'a rejected promise', 'Promise.reject(new RangeError("far"))'),
  of(javascript, 'an exit with a number', 'process.on("exit", (c) => console.log("exit", c)); process.exit(9)'),
  of(javascript, 'timers', 'setTimeout(() => console.log("later"), 20); console.log("now")'),
  of(
    javascript,
    'workers and children',
    'const { execFileSync } = require("child_process"); console.log(execFileSync(process.execPath, ["-p", "1+1"]).toString()); const { Worker } = require("worker_threads"); new Worker("require(\'worker_threads\').parentPort.postMessage(process.execArgv)", { eval: true }).on("message", console.log)',
  ),
  of(javascript, 'open descriptors', 'console.log(require("fs").readdirSync("/proc/self/fd").filter((f) => f < 4))'),
  of(javascript, 'a package that says what it is', 'import "node:fs"; console.log(typeof require)', {
    options: { files: new Map([['package.json', Buffer.from('{"type": "module"}')]]) },
  }),
  of(javascript, 'a program of 200 kB', `console.log(${JSON.stringify('x'.repeat(200_000))}.length)`),
  of(javascript, 'an empty program', ''),
  of(typescript, 'an enum and types', 'enum A { x = 42 }\nconst a: A = A.x\nconsole.log(a, __filename)'),
  of(
    typescript,
    'an exception',
    'interface A { b: number }\nfunction f(a: A | null): number {\n  return a!.b\n}\nf(null)',
  ),
  of(sqlite, 'a table', "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'ä'), (2, NULL); SELECT * FROM t;"),
  of(sqlite, 'a failure with its place', 'SELECT 1;\nSELEC 2;'),
  of(sqlite, 'a file of the workspace', 'SELECT sum(points) FROM scores;', {
    options: { files: new Map([['scores.csv', Buffer.from('name,points\na,3\nb,4\n')]]) },
  }),
  of(bash, 'a line', 'echo "hello ✓"'),
  of(bash, 'its own names', 'echo "$0" "$#" "$BASH_SOURCE" "$BASH_ENV" "$-" "$SHLVL" "$FUNCNAME"'),
  of(bash, 'arguments', 'echo "$1" "$2"', { arguments: ['a', 'b c'] }),
  of(bash, 'input', 'read -r a; echo "$a"; cat', { options: { input: Buffer.from('one\ntwo\n') } }),
  of(bash, 'variables of the environment', 'env | sort', { options: { env: { NAME: 'välue', EMPTY: '' } } }),
  of(bash, 'a failing command', 'set -e\nnope --now\necho no'),
  of(bash, 'a syntax error', 'if true; then\necho a'),
  of(bash, 'an exit with a number', 'trap "echo bye" EXIT; exit 4'),
  of(bash, 'a signal', 'kill -TERM $$'),
  of(
    bash,
    'variables that are set',
    'compgen -v | grep -vE "^(BASH|EPOCH|SRANDOM|RANDOM|SECONDS|PPID|_$|PIPESTATUS|COLUMNS|LINES)"; shopt | md5sum; set -o | md5sum',
  ),
  of(bash, 'open descriptors', 'ls /proc/self/fd'),
]

/** Declares a test for each of the programs that are chosen by their place in the list. */
export function samePrograms(isChosen: (index: number) => boolean): void {
  const chosen = CASES.filter((_, index) => isChosen(index))
  describe('a program cannot tell that its interpreter waited for it', () => {
    it.each(chosen.map((one) => ({ name: `${one.language.id}: ${one.title}`, one })))('$name', async ({ one }) => {
      const [fresh, waited] = [await run(cold, one), await runWaiting(one)]
      expect(waited.told).toEqual(fresh.told)
    })
  })
}
