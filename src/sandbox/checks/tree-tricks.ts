import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { WORKSPACE } from '../sandbox.ts'
import { collectOutput, inSandbox } from './in-sandbox.ts'
import { filePieces, readTree } from './read-tree.ts'
import type { SandboxCheck } from './sandbox-check.ts'
import { soon } from './soon.ts'

const group = 'files'
const whole = { root: WORKSPACE, contents: true }

/** Overwrites the file in place, as fast as possible, with the given text, and says when it is done. */
const WRITER = `
import os, sys, mmap
fd = os.open('file', os.O_RDWR | os.O_CREAT); os.write(fd, b'--')
page = mmap.mmap(fd, 2) if sys.argv[1] == 'mapped' else None
if page: page[:] = b'++'
print('ready', flush=True)
for line in sys.stdin:
    if sys.argv[1] == 'written': os.pwrite(fd, line.strip().encode(), 0)
    else:
        page = page or mmap.mmap(fd, 2)
        # A mapping is written without the kernel.
        assert page[:] != line.strip().encode(); page[:] = line.strip().encode()
    if sys.argv[1] == 'unmapped': page.close(); page = None
    print(line.strip(), flush=True)`

/** After this time a file's times show every change that they show at all. */
const TICKS_MS = 50

const tellsEachChange = (way: 'written' | 'mapped' | 'unmapped', rounds: number) =>
  inSandbox(async ({ sandbox }) => {
    const output = collectOutput()
    const writer = await sandbox.start(['/usr/bin/python3', '-c', WRITER, way], { stdin: true })
    writer.onOutput(output.take)
    await output.until(/ready/)
    let { token: since } = await readTree(sandbox.trees, whole)
    for (let round = 10; round < 10 + rounds; round++) {
      if (way !== 'written') {
        await delay(TICKS_MS)
        since = (await readTree(sandbox.trees, { ...whole, since })).token
      }
      await writer.write(Buffer.from(`${round}\n`))
      await output.until(new RegExp(`${round}\\n`))
      const told = await readTree(sandbox.trees, { ...whole, since })
      assert.equal(told.entries.get('file')?.content, String(round), `change ${round} was not told`)
      since = told.token
    }
  })

/** Trees as hostile programs plant them. */
export const treeTrickChecks: SandboxCheck[] = [
  {
    id: 'a-tree-tells-changes-that-leave-no-trace-in-the-times-of-a-file',
    group,
    run: tellsEachChange('written', 40),
  },
  {
    id: 'a-tree-tells-what-was-written-through-a-mapping',
    group,
    run: tellsEachChange('mapped', 3),
  },
  {
    id: 'a-tree-tells-what-was-written-through-a-mapping-that-is-gone',
    group,
    run: tellsEachChange('unmapped', 3),
  },
  {
    id: 'a-tree-is-never-left-through-a-link',
    group,
    run: inSandbox(async ({ sandbox: { trees }, bash }) => {
      await bash(
        'mkdir /tmp/out; echo secret > /tmp/out/file; ln -s /tmp/out link; ln -s /tmp/out /volumes/top; mkdir d',
      )
      const { entries } = await readTree(trees, whole)
      assert.deepEqual([...entries.keys()].sort(), ['d', 'link'])
      assert.equal(entries.get('link')?.target, '/tmp/out')
      await assert.rejects(readTree(trees, { root: '/volumes/top', contents: true }), { code: 'PATH_REFUSED' })
      await bash('rmdir d; ln -s /tmp/out d')
      await trees.write(WORKSPACE, [...filePieces('link/file', 'in'), { removed: 'd/file' }])
      await trees.write('/volumes/top', filePieces('file', 'in'))
      const seen = await bash('cat /tmp/out/file; ls /tmp/out; cat link/file /volumes/top/file')
      assert.equal(seen.stdout, 'secret\nfile\ninin')
    }),
  },
  {
    id: 'a-tree-names-what-cannot-be-kept-and-waits-for-nothing',
    group,
    run: inSandbox(async ({ sandbox: { trees }, python }) => {
      const plant = `
import os, socket
os.mkfifo('pipe'); socket.socket(socket.AF_UNIX).bind('socket'); open('kept', 'w').close()
open(b'not \\xff text', 'w').close(); os.symlink(b'\\xfe', 'to-no-text')
open('closed', 'w').close(); os.chmod('closed', 0); os.makedirs('dark/room'); os.chmod('dark', 0)`
      assert.equal((await python(plant)).stderr, '')
      const { entries, left, token } = await soon(readTree(trees, whole))
      assert.deepEqual([...entries.keys()].sort(), ['dark', 'kept'])
      const names = ['closed', 'dark', 'not \\xff text', 'pipe', 'socket', 'to-no-text']
      assert.deepEqual([...left.keys()].sort(), names)
      const again = await readTree(trees, { ...whole, since: token })
      assert.deepEqual([[...again.entries.keys()], [...again.left.keys()].sort()], [[], names])
    }),
  },
  {
    id: 'a-tree-is-not-written-outside-of-its-root',
    group,
    run: inSandbox(async ({ sandbox: { trees }, bash }) => {
      const climbing = ['..', '../out', 'd/../../out', '/tmp/out', '', '.', './out', 'd//out', 'd/', 'a\0b', '\udc80']
      for (const path of [...climbing, `${'d/'.repeat(2500)}x`]) {
        const refused = { code: 'PATH_REFUSED' }
        await assert.rejects(trees.write(WORKSPACE, filePieces(path, 'x')), refused, JSON.stringify(path))
        await assert.rejects(trees.write(WORKSPACE, [{ removed: path }]), refused, JSON.stringify(path))
      }
      assert.equal((await bash('ls -A / /tmp | grep out; ls -A')).stdout, '')
    }),
  },
  {
    id: 'a-tree-without-bottom-or-of-air-is-bounded',
    group,
    run: inSandbox(
      async ({ sandbox: { trees }, python, bash }) => {
        const plant = `
import os
for n in range(40): os.truncate(os.open('air%d' % n, os.O_CREAT | os.O_WRONLY), 4000000)
open('solid', 'wb').write(os.urandom(1000000))
for n in range(60): os.link('solid', 'name%d' % n)
for n in range(1900): os.mkdir('deep'); os.chdir('deep')`
        assert.equal((await python(plant)).stderr, '')
        let bytes = 0
        let left = 0
        for await (const piece of trees.read(whole)) {
          if ('bytes' in piece) bytes += piece.bytes.length
          if ('left' in piece) left++
        }
        assert.ok(bytes <= 10_000_000 && left >= 90, `${bytes} bytes, ${left} left`)
        await trees.write(WORKSPACE, [{ removed: 'deep' }])
        assert.equal((await bash('ls -d deep')).exitCode, 2)
      },
      { limits: { diskMb: 4 } },
    ),
  },
]
