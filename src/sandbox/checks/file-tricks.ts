import assert from 'node:assert/strict'
import { inSandbox } from './in-sandbox.ts'
import type { SandboxCheck } from './sandbox-check.ts'
import { soon } from './soon.ts'

const group = 'files'

/** Files as hostile programs plant them. */
export const fileTrickChecks: SandboxCheck[] = [
  {
    id: 'pipes-sockets-and-devices-are-refused-not-waited-for',
    group,
    run: inSandbox(async ({ files, python }) => {
      const plant = `
import os, socket
os.mkfifo('pipe'); socket.socket(socket.AF_UNIX).bind('socket')
for name in ('zero', 'random', 'tty', 'null'): os.symlink('/dev/' + name, name)
os.symlink('pipe', 'to-pipe'); os.symlink('loop', 'loop'); os.symlink('/proc/self/fd/0', 'fd')`
      assert.equal((await python(plant)).stderr, '')
      for (const name of ['pipe', 'socket', 'zero', 'random', 'tty', 'null', 'to-pipe', 'loop', 'fd']) {
        await assert.rejects(soon(files.read(name)), { name: 'EngineError' }, `reading ${name}`)
      }
      for (const name of ['pipe', 'socket', 'zero', 'tty', 'to-pipe', 'loop']) {
        await assert.rejects(soon(files.write(name, 'x')), { name: 'EngineError' }, `writing ${name}`)
      }
      for (const name of ['pipe', 'socket', 'zero', 'loop']) await soon(files.remove(name))
      assert.equal((await soon(files.list('.'))).length, 5)
    }),
  },
  {
    id: 'files-without-end-are-cut',
    group,
    run: inSandbox(async ({ files, sandbox }) => {
      const { pid } = await sandbox.start(['/usr/bin/sleep', '60'])
      const script = `ln -s /proc/${pid}/pagemap endless; ln -s /proc/${pid}/status short`
      await sandbox.exec(['/usr/bin/bash', '-c', script])
      assert.match(Buffer.from(await soon(files.read('short'))).toString(), new RegExp(`^Pid:\\t${pid}$`, 'm'))
      const bytes = await soon(files.read('endless')).catch((error) => {
        assert.match(error.code, /^PATH_/)
        return Buffer.alloc(0)
      })
      assert.ok(bytes.length <= 16 * 1_048_576, `${bytes.length} bytes were read`)
    }),
  },
  {
    id: 'odd-paths-are-refused',
    group,
    run: inSandbox(async ({ files }) => {
      for (const path of ['', 'a\0b', 'x'.repeat(300), 'long/'.repeat(2000)]) {
        const label = JSON.stringify(path.slice(0, 10))
        await assert.rejects(files.read(path), { name: 'EngineError' }, `read ${label}`)
        await assert.rejects(files.write(path, 'x'), { code: 'PATH_REFUSED' }, `write ${label}`)
        await assert.rejects(files.list(path), { name: 'EngineError' }, `list ${label}`)
        await assert.rejects(files.makeDirectory(path), { code: 'PATH_REFUSED' }, `make ${label}`)
      }
    }),
  },
  {
    id: 'odd-names-are-only-names',
    group,
    run: inSandbox(async ({ files }) => {
      const names = [
        '-rf',
        '--',
        'a b',
        "'; touch hit; '",
        'new\nline',
        '$(id)',
        '*',
        '~',
        '%2e%2e',
        '...',
        '. ',
        'ü',
        'e\u0301',
        'A',
        'a',
        'CON',
        'x.',
        '\u202e',
      ]
      for (const name of names) await files.write(`odd/${name}`, name)
      const listed = (await files.list('odd')).map(({ name }) => name)
      assert.deepEqual(listed.sort(), [...names].sort())
      for (const name of names) {
        assert.equal(Buffer.from(await files.read(`odd/${name}`)).toString(), name)
        await files.move(`odd/${name}`, `moved/${name}`)
        await files.remove(`moved/${name}`)
      }
      assert.deepEqual(
        (await files.list('.', { depth: 2 })).map(({ name }) => name),
        ['moved', 'odd'],
      )
    }),
  },
  {
    id: 'names-that-are-not-text-can-be-worked-with',
    group,
    run: inSandbox(async ({ files, python }) => {
      await python(`open(b'caf\\xe9-\\xff', 'w').write('odd')`)
      const [entry] = await files.list('.')
      assert.equal(Buffer.from(await files.read(entry?.path ?? '')).toString(), 'odd')
      await files.move(entry?.path ?? '', 'plain')
      assert.deepEqual(
        (await files.list('.')).map(({ name }) => name),
        ['plain'],
      )
    }),
  },
  {
    id: 'a-link-that-is-swapped-while-reading-gains-nothing',
    group,
    run: inSandbox(async ({ files, sandbox }) => {
      const swap = `
import itertools, os
os.mkfifo('pipe'); open('good', 'w').write('good')
for target in itertools.cycle(['good', '/dev/zero', 'pipe', '/dev/random', '/']):
    os.symlink(target, 'next'); os.rename('next', 'swapped')`
      const swapping = await sandbox.start(['/usr/bin/python3', '-I', '-c', swap])
      for (let n = 0; n < 200; n++) {
        const found = await soon(files.read('swapped')).catch((error) => error.name)
        assert.ok(found === 'EngineError' || Buffer.from(found).toString() === 'good', `${String(found).slice(0, 50)}`)
      }
      await swapping.signal('SIGKILL')
    }),
  },
  {
    id: 'removing-does-not-follow-links',
    group,
    run: inSandbox(async ({ files, bash }) => {
      await bash(
        'mkdir -p keep/sub doomed/sub; touch keep/sub/file; ln -s ../keep doomed/link; ln -s ../../keep doomed/sub/l',
      )
      await files.remove('doomed')
      assert.equal((await bash('find . | sort')).stdout, '.\n./keep\n./keep/sub\n./keep/sub/file\n')
      await bash('ln -s keep link')
      await files.remove('link')
      assert.equal((await files.stat('keep/sub/file')).type, 'file')
    }),
  },
  {
    id: 'writing-to-a-hard-link-leaves-the-other-name-alone',
    group,
    run: inSandbox(async ({ files, bash }) => {
      await bash('echo old > one; ln one two')
      await files.write('one', 'new\n')
      assert.equal((await bash('cat one two')).stdout, 'new\nold\n')
    }),
  },
  {
    id: 'a-directory-deeper-than-any-path-is-removed',
    group,
    run: inSandbox(async ({ files, python, bash }) => {
      const dig = `
import os
os.mkdir('deep'); os.chdir('deep')
for _ in range(5000): os.mkdir('d'); os.chdir('d')
open('file', 'w')`
      assert.equal((await python(dig)).stderr, '')
      assert.equal((await files.list('deep', { depth: 20 })).length, 20)
      await files.remove('deep')
      assert.equal((await bash('ls -A')).stdout, '')
    }),
  },
  {
    id: 'a-listing-too-large-to-tell-is-refused',
    group,
    run: inSandbox(async ({ files, python }) => {
      const fill = `
import os
os.mkdir('wide'); os.chdir('wide')
for _ in range(14): os.mkdir(b'\\xff' * 255); os.chdir(b'\\xff' * 255)
for n in range(4000): os.close(os.open(b'%d' % n + b'\\xff' * 200, os.O_CREAT))`
      assert.equal((await python(fill)).stderr, '')
      await assert.rejects(files.list('wide', { depth: 50 }), { code: 'PATH_REFUSED' })
      assert.equal((await files.list('.')).length, 1, 'the sandbox is still there')
    }),
  },
]
