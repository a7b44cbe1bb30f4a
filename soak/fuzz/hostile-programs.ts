import type { Random } from './random.ts'

/** Programs that want more than they get, or leave things behind that the server has to list, save or remove. */
export const hostilePrograms: Record<string, { language: string; code: string }> = {
  forkBomb: { language: 'bash', code: ':(){ :|:& };:; sleep 1' },
  threads: {
    language: 'python',
    code: 'import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(9,)).start()',
  },
  memoryBomb: { language: 'python', code: "x = []\nwhile True: x.append('a' * 10_000_000)" },
  flood: { language: 'bash', code: 'yes "$(head -c 1000 /dev/zero | tr "\\0" y)"' },
  smallFlood: { language: 'python', code: 'import sys\nfor i in range(300_000): print(i, flush=i % 3 == 0)' },
  oneLine: { language: 'python', code: "import sys\nfor i in range(200): sys.stdout.write('x' * 50_000)" },
  escapes: { language: 'python', code: "print('\\x1b[31m\\ufffe\\u202e' * 100_000)" },
  rawBytes: { language: 'bash', code: 'head -c 3000000 /dev/urandom' },
  errors: {
    language: 'python',
    code: "def f(n):\n    if n == 0: raise ValueError('x' * 100_000)\n    f(n - 1)\nf(900)",
  },
  recursion: { language: 'python', code: 'def f(n): return f(n + 1)\nf(0)' },
  busy: { language: 'python', code: 'while True: pass' },
  daemon: { language: 'bash', code: '(setsid sleep 100 &) ; nohup sleep 100 >/dev/null 2>&1 & disown; echo left' },
  deepTree: {
    language: 'python',
    code: "import os\nfor i in range(800):\n    os.mkdir('d'); os.chdir('d')\nopen('end', 'w').close()",
  },
  manyFiles: { language: 'python', code: "for i in range(4000): open(f'f{i}', 'w').write('x')" },
  manyDirectories: {
    language: 'python',
    code: "import os\nfor i in range(60):\n  for j in range(60): os.makedirs(f'a{i}/b{j}', exist_ok=True)",
  },
  oddNames: {
    language: 'python',
    code: "import os\nfor n in [b'a\\nb', b'\\xff\\xfe', b' ', b'-rf', b'x' * 255, b'a\\x1b[2J']:\n  open(n, 'w').close()",
  },
  links: {
    language: 'bash',
    code: 'ln -s / root; ln -s loop loop; ln -s /etc/passwd p; mkfifo fifo; ln -s fifo q; touch a; ln a b',
  },
  sparse: { language: 'bash', code: 'truncate -s 100G big || true; truncate -s 90M big; ls -l' },
  disk: { language: 'bash', code: 'head -c 300000000 /dev/zero > full' },
  killSelf: { language: 'python', code: 'import os, signal\nos.kill(os.getpid(), signal.SIGKILL)' },
  killParent: { language: 'python', code: 'import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\nos.kill(1, 9)' },
  killAll: { language: 'bash', code: 'kill -9 -1' },
  closeAll: { language: 'python', code: 'import os\nos.closerange(0, 1000)' },
  writeAll: {
    language: 'python',
    code: 'import os\nfor fd in range(0, 50):\n  try: os.write(fd, b\'{"type":"x"}\\n\\0\\xff\' * 1000)\n  except OSError: pass',
  },
  deepValue: { language: 'python', code: 'x = []\nfor i in range(50_000): x = [x]' },
  manyValues: { language: 'python', code: "for i in range(20_000): globals()[f'v{i}'] = i" },
  largeValue: { language: 'python', code: "big = 'x' * 30_000_000\nbig" },
  noPickle: {
    language: 'python',
    code: "import threading\nlock = threading.Lock(); g = (i for i in range(3)); f = lambda: g\nclass A:\n  def __reduce__(self): raise RuntimeError('no')\na = A()",
  },
  slowRepr: { language: 'python', code: 'class A:\n  def __repr__(self):\n    while True: pass\na = A()\na' },
  richFlood: {
    language: 'python',
    code: "from IPython.display import display, HTML\nfor i in range(500): display(HTML('<b>' * 1000))",
  },
  nodeLoop: { language: 'javascript', code: 'for (;;) Promise.resolve().then(() => {})' },
  nodeFlood: { language: 'javascript', code: 'for (let i = 0; i < 200000; i++) console.log(i, { a: [i] })' },
  nodeDeep: { language: 'javascript', code: 'let x = []; for (let i = 0; i < 50000; i++) x = [x]; x' },
  nodeMemory: { language: 'javascript', code: "const x = []; for (;;) x.push('a'.repeat(1e6) + x.length)" },
  sqlEndless: {
    language: 'sql',
    code: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n',
  },
  sqlRows: {
    language: 'sql',
    code: "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 200000) SELECT i, printf('%050d', i) FROM n",
  },
  fine: { language: 'python', code: 'x = 1\nprint(x)' },
}

export function hostileProgram(random: Random): { kind: string; language: string; code: string } {
  const kind = random.pick(Object.keys(hostilePrograms))
  return { kind, ...(hostilePrograms[kind] ?? { language: 'bash', code: 'true' }) }
}
