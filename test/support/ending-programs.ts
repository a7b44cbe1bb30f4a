/** Programs by the way they end, each in every language that can end so. Limits are small: see `same-endings.ts`. */
export interface EndingProgram {
  ending: string
  code: Partial<Record<'python' | 'javascript' | 'typescript' | 'bash' | 'sql' | 'r', string>>
  /** Time limit for endings that nothing else may precede. */
  timeoutMs?: number
}

/** JavaScript is TypeScript too. */
const node = (code: string) => ({ javascript: code, typescript: code })

const EXITS: EndingProgram[] = [
  {
    ending: 'nothing special',
    code: { python: 'y = 1', ...node('let y = 1'), bash: 'y=1', sql: 'SELECT 1;', r: 'y <- 1' },
  },
  {
    ending: 'exit 0',
    code: { python: 'import sys; sys.exit(0)', ...node('process.exit(0)'), bash: 'exit 0', r: 'q(status = 0)' },
  },
  {
    ending: 'exit 3',
    code: { python: 'import sys; sys.exit(3)', ...node('process.exit(3)'), bash: 'exit 3', r: 'q(status = 3)' },
  },
  { ending: 'exit 255', code: { python: 'import sys; sys.exit(255)', ...node('process.exit(255)'), bash: 'exit 255' } },
  { ending: 'exit -1', code: { python: 'import sys; sys.exit(-1)', ...node('process.exit(-1)'), bash: 'exit -1' } },
  { ending: 'exit 256', code: { python: 'import sys; sys.exit(256)', ...node('process.exit(256)'), bash: 'exit 256' } },
  { ending: 'exit True', code: { python: 'import sys; sys.exit(True)' } },
  { ending: 'exit False', code: { python: 'import sys; sys.exit(False)' } },
  { ending: 'exit None', code: { python: 'import sys; sys.exit(None)', ...node('process.exit()'), bash: 'exit' } },
  { ending: 'exit with a message', code: { python: 'import sys; sys.exit("no more")' } },
  { ending: 'exit with a huge number', code: { python: 'import sys; sys.exit(10 ** 30)' } },
  { ending: 'exit with a number that is no exit code', code: { python: 'import sys; sys.exit(2 ** 40 + 3)' } },
  { ending: 'exit with an object', code: { python: 'import sys; sys.exit((1, 2))' } },
  {
    ending: 'exit 0 without a cleanup',
    code: { python: 'import os; os._exit(0)', ...node('process.reallyExit(0)'), bash: 'exec true' },
  },
  { ending: 'exit without a cleanup', code: { python: 'import os; os._exit(5)', ...node('process.reallyExit(5)') } },
  {
    ending: 'exit in a function',
    code: { ...node('function f() { process.exit(4) }\nf()'), bash: 'f() { exit 4; }; f' },
  },
  { ending: 'an exit code that is set', code: node('process.exitCode = 6') },
  { ending: 'exit in a timer', code: node('setTimeout(() => process.exit(7), 50)') },
  { ending: 'exit behind an await', code: node('await new Promise((r) => setTimeout(r, 20)); process.exit(8)') },
  { ending: 'exit in a promise that nobody awaits', code: node('void (async () => { await 1; process.exit(9) })()') },
  { ending: 'a last command that fails', code: { bash: 'true\nfalse' } },
  { ending: 'a command that is not there', code: { bash: 'no-such-program' } },
  { ending: 'a failure under set -e', code: { bash: 'set -e\n(exit 11)\necho never' } },
]

const ERRORS: EndingProgram[] = [
  { ending: 'an error', code: { python: '1 / 0', ...node('null.x'), sql: 'SELECT * FROM nowhere;', r: 'stop("no")' } },
  { ending: 'an error in a timer', code: node('setTimeout(() => { throw new Error("late") }, 50)') },
  { ending: 'a rejection that nobody handles', code: node('void Promise.reject(new Error("nobody"))') },
  { ending: 'a late rejection', code: node('setTimeout(() => { void Promise.reject(new Error("late")) }, 50)') },
  {
    ending: 'code that cannot be read',
    code: { python: 'def (', ...node('let = = 3'), bash: 'if true; then', sql: 'SELEC 1;' },
  },
  {
    ending: 'an end by SIGKILL of its own',
    code: {
      python: 'import os; os.kill(os.getpid(), 9)',
      ...node('process.kill(process.pid, "SIGKILL")'),
      bash: 'kill -9 $$',
    },
  },
  {
    ending: 'an end by SIGSEGV of its own',
    code: { python: 'import os; os.kill(os.getpid(), 11)', bash: 'kill -SEGV $$' },
  },
]

const ENDLESS: EndingProgram[] = [
  {
    ending: 'a busy loop',
    code: {
      python: 'while True: pass',
      ...node('for (;;) {}'),
      bash: 'while :; do :; done',
      r: 'repeat {}',
      sql: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n;',
    },
  },
  {
    ending: 'a sleep',
    code: {
      python: 'import time; time.sleep(60)',
      ...node('await new Promise((r) => setTimeout(r, 60_000))'),
      bash: 'sleep 60',
    },
  },
  { ending: 'a loop of microtasks', code: node('void (async () => { for (;;) await null })()') },
  { ending: 'a loop of microtasks that is awaited', code: node('for (;;) await null') },
  { ending: 'a loop of ticks', code: node('const turn = () => process.nextTick(turn)\nturn()') },
  {
    ending: 'a signal that is ignored',
    code: {
      python:
        'import signal\nfor n in (signal.SIGINT, signal.SIGTERM): signal.signal(n, signal.SIG_IGN)\nwhile True: pass',
      ...node('process.on("SIGINT", () => {}); process.on("SIGTERM", () => {}); for (;;) {}'),
      bash: 'trap "" INT TERM; while :; do :; done',
    },
  },
  {
    ending: 'an interrupt that is caught again and again',
    code: {
      python: 'while True:\n  try:\n    while True: pass\n  except BaseException: pass',
      ...node('for (;;) { try { for (;;) {} } catch {} finally { for (;;) {} } }'),
    },
  },
]

const LIMITS: EndingProgram[] = [
  {
    ending: 'too much memory',
    code: {
      python: 'x = []\nwhile True: x.append(bytearray(10_000_000))',
      ...node('const x = []\nfor (;;) x.push(Buffer.alloc(10_000_000, 1))'),
      bash: 'x=x; while :; do x=$x$x; done',
    },
  },
  {
    ending: 'too many processes',
    code: {
      python: 'import os, time\nfor _ in range(1000):\n  if os.fork() == 0:\n    time.sleep(60)\n    os._exit(0)',
      ...node(
        'const { spawn } = require("child_process")\nfor (let n = 0; n < 100; n++) spawn("sleep", ["60"]).on("error", (e) => { throw e })',
      ),
      bash: `python3 -c $'import os\\nfor _ in range(100):\\n  if os.fork() == 0: os.execvp("sleep", ["sleep", "60"])'`,
    },
  },
  {
    ending: 'too many processes of the shell itself',
    // Only the `echo` at the end needs no process.
    code: { bash: 'for n in {1..60}; do sleep 60 & done\necho all' },
  },
  {
    ending: 'a flood of output',
    code: {
      python: 'while True: print("y" * 1000)',
      ...node(
        'const more = () => { while (process.stdout.write("y".repeat(1000))); process.stdout.once("drain", more) }; more()',
      ),
      bash: 'while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done',
    },
  },
  {
    ending: 'a flood of a program',
    code: {
      python: 'import subprocess; subprocess.run(["yes"])',
      ...node('require("child_process").execSync("yes", { stdio: "inherit" })'),
      bash: 'yes',
    },
  },
  {
    ending: 'a little too much output',
    code: {
      python: 'print("y" * 200_000)',
      ...node('console.log("y".repeat(200_000))'),
      bash: 'head -c 200000 /dev/zero | tr "\\0" y',
    },
  },
  {
    ending: 'an error that is too long',
    // Node loses the part of its stderr that does not fit into the pipe when it dies.
    code: { python: 'raise Exception("y" * 300_000)' },
  },
  {
    ending: 'a full disk',
    code: {
      python: 'with open("big", "wb") as f:\n  for _ in range(100): f.write(bytes(1_000_000))',
      ...node(
        'const fs = require("fs"); for (let n = 0; n < 100; n++) fs.appendFileSync("big", Buffer.alloc(1_000_000))',
      ),
      bash: 'head -c 100000000 /dev/zero > big',
    },
  },
]

const TIMEOUTS = ENDLESS.map((program) => ({ ...program, timeoutMs: 1500 }))

export const EXITS_AND_ERRORS: readonly EndingProgram[] = [...EXITS, ...ERRORS]
export const TIMEOUTS_AND_LIMITS: readonly EndingProgram[] = [...TIMEOUTS, ...LIMITS]
