import assert from 'node:assert/strict'
import { inSandbox } from './in-sandbox.ts'
import type { SandboxCheck } from './sandbox-check.ts'

const group = 'behaviour'
const ECHO_ARGUMENTS = 'import sys, json; print(json.dumps(sys.argv[1:]))'

/** Programs that run to their end. */
export const programChecks: SandboxCheck[] = [
  {
    id: 'output-and-exit-code-are-exact',
    group,
    quick: true,
    run: inSandbox(async ({ bash }) => {
      const run = await bash('printf "a\\n\\0b\\xff"; printf oops >&2; exit 7')
      assert.deepEqual(
        [run.endedBy, run.exitCode, run.signal, run.stdout, run.stderr],
        ['exit', 7, null, 'a\n\0b\uFFFD', 'oops'],
      )
    }),
  },
  {
    id: 'a-signal-that-ends-the-program-is-named',
    group,
    run: inSandbox(async ({ bash }) => {
      const run = await bash('kill -SEGV $$')
      assert.deepEqual([run.endedBy, run.exitCode, run.signal], ['exit', null, 'SIGSEGV'])
    }),
  },
  {
    id: 'a-program-that-is-not-there-ends-with-127',
    group,
    run: inSandbox(async ({ run }) => {
      const missing = await run(['no-such-program', 'x'])
      assert.equal(missing.exitCode, 127, missing.stderr)
      assert.match(missing.stderr, /no-such-program/)
    }),
  },
  {
    id: 'stdin-arrives-whole-and-ends',
    group,
    run: inSandbox(async ({ bash }) => {
      assert.equal((await bash('cat; echo end', { input: 'line\nno newline' })).stdout, 'line\nno newlineend\n')
      assert.equal((await bash('cat; echo end')).stdout, 'end\n', 'without input there is an empty one')
    }),
  },
  {
    id: 'large-input-and-output-pass-unchanged',
    group,
    run: inSandbox(async ({ bash }) => {
      const input = Buffer.alloc(3_000_000, 'all bytes \0 \n ')
      const run = await bash('cat', { input })
      assert.ok(Buffer.from(run.stdout).equals(input), `${run.stdout.length} of ${input.length} bytes came back`)
    }),
  },
  {
    id: 'a-program-need-not-read-its-input',
    group,
    run: inSandbox(async ({ bash }) => {
      const run = await bash('exec 0<&-; echo done', { input: Buffer.alloc(3_000_000) })
      assert.deepEqual([run.endedBy, run.stdout], ['exit', 'done\n'])
    }),
  },
  {
    id: 'environment-and-directory-are-as-asked',
    group,
    run: inSandbox(
      async ({ bash, files }) => {
        await files.makeDirectory('sub dir')
        const run = await bash('echo "$OF_SANDBOX|$OF_RUN|$HOME|$(pwd)"', {
          cwd: '/workspace/sub dir',
          env: { OF_RUN: 'ü=$(id)\n"`' },
        })
        assert.equal(run.stdout, 'sandbox|ü=$(id)\n"`|/workspace|/workspace/sub dir\n', run.stderr)
        assert.equal((await bash('echo "$OF_RUN$(pwd)"')).stdout, '/workspace\n', 'only that run had it')
      },
      { env: { OF_SANDBOX: 'sandbox' } },
    ),
  },
  {
    id: 'what-no-program-can-be-given-is-refused',
    group,
    run: inSandbox(async ({ run }) => {
      const refused = { code: 'INVALID_REQUEST' }
      await assert.rejects(run([]), refused, 'an empty command')
      await assert.rejects(run(['echo', 'a\0b']), refused, 'a NUL in an argument')
      await assert.rejects(run(['true'], { cwd: '/no/such/directory' }), refused, 'a directory that is not there')
      await assert.rejects(run(['true'], { env: { 'A=B': 'c' } }), refused, 'a name with =')
      await assert.rejects(run(['true'], { env: { A: 'b\0c' } }), refused, 'a NUL in a value')
    }),
  },
  {
    id: 'unicode-passes-unchanged',
    group,
    run: inSandbox(async ({ run, bash }) => {
      const text = 'grüße 你好 🙂 \u202e e\u0301'
      assert.equal((await run(['/usr/bin/printf', '%s', text])).stdout, text)
      assert.equal((await bash('cat', { input: text })).stdout, text)
    }),
  },
  {
    id: 'arguments-are-never-read-as-a-script',
    group,
    run: inSandbox(async ({ run, files }) => {
      const hostile = [
        '$(touch hit)',
        '`touch hit`',
        '; touch hit',
        '&& touch hit',
        '| touch hit',
        '> hit',
        "'",
        '"',
        '\\',
      ]
      const odd = ['', ' ', '-rf', '--', '--help', '-', 'a\nb', '\t', '*', '~', '!!', '%s%n', 'x'.repeat(100_000)]
      const all = [...hostile, ...odd]
      const result = await run(['/usr/bin/python3', '-I', '-c', ECHO_ARGUMENTS, ...all])
      assert.deepEqual(JSON.parse(result.stdout), all)
      assert.deepEqual(await files.list('.'), [], 'something was run')
    }),
  },
  {
    id: 'many-programs-in-one-sandbox-share-its-state',
    group,
    run: inSandbox(async ({ bash }) => {
      for (let n = 1; n <= 20; n++) {
        const run = await bash('echo x >> /workspace/log; echo y >> /tmp/log; cat /workspace/log /tmp/log | wc -l')
        assert.equal(run.stdout.trim(), String(2 * n), run.stderr)
      }
    }),
  },
  {
    id: 'programs-run-beside-each-other',
    group,
    run: inSandbox(async ({ bash }) => {
      const rendezvous = 'touch $0; for i in $(seq 400); do [ -e $1 ] && echo met && exit; sleep 0.01; done'
      const runs = await Promise.all([
        bash(`set a b; ${rendezvous.replaceAll('$0', 'a').replaceAll('$1', 'b')}`),
        bash(rendezvous.replaceAll('$0', 'b').replaceAll('$1', 'a')),
      ])
      assert.deepEqual(
        runs.map(({ stdout }) => stdout),
        ['met\n', 'met\n'],
      )
    }),
  },
  {
    id: 'threads-subprocesses-pipes-and-signals-work',
    group,
    run: inSandbox(async ({ python }) => {
      const source = `
import concurrent.futures, os, signal, socket, subprocess, tempfile
with concurrent.futures.ThreadPoolExecutor(4) as pool: print(sum(pool.map(lambda n: n * n, range(10))))
print(subprocess.run('echo abc | tr a-c A-C', shell=True, capture_output=True, text=True).stdout.strip())
a, b = socket.socketpair(); a.send(b'pair'); print(b.recv(9).decode())
signal.signal(signal.SIGALRM, lambda *_: print('alarm')); signal.setitimer(signal.ITIMER_REAL, 0.01); signal.pause()
with tempfile.NamedTemporaryFile() as file: print(os.path.dirname(file.name))
server = socket.create_server(('127.0.0.1', 0)); socket.create_connection(server.getsockname()); print('loopback')`
      const run = await python(source)
      assert.equal(run.stdout, '285\nABC\npair\nalarm\n/tmp\nloopback\n', run.stderr)
    }),
  },
]
