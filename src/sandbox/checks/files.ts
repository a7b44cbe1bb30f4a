import assert from 'node:assert/strict'
import { type CheckedSandbox, collectOutput, inSandbox } from './in-sandbox.ts'
import type { SandboxCheck } from './sandbox-check.ts'

const group = 'files'
const MEGABYTE = 1_048_576

const text = async ({ files }: CheckedSandbox, path: string): Promise<string> =>
  Buffer.from(await files.read(path)).toString()

async function* piecesOf(bytes: Buffer, failAt = Number.POSITIVE_INFINITY): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 50_000) {
    if (at >= failAt) throw new Error('the source failed')
    yield bytes.subarray(at, at + 50_000)
  }
}

/** Files as their owner uses them. */
export const fileChecks: SandboxCheck[] = [
  {
    id: 'text-and-bytes-are-read-as-written',
    group,
    run: inSandbox(async (checked) => {
      const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, n) => n % 256))
      await checked.files.write('a.txt', 'grüße\n')
      await checked.files.write('/workspace/new/deep/er/b.bin', bytes)
      await checked.files.write('empty', '')
      assert.equal(await text(checked, '/workspace/a.txt'), 'grüße\n')
      assert.ok(Buffer.from(await checked.files.read('new/deep/er/b.bin')).equals(bytes))
      assert.equal(await text(checked, 'empty'), '')
      assert.equal((await checked.bash('cat a.txt; wc -c < new/deep/er/b.bin')).stdout, 'grüße\n100000\n')
    }),
  },
  {
    id: 'large-files-pass-as-streams',
    group,
    run: inSandbox(async ({ files, bash }) => {
      const bytes = Buffer.alloc(10 * MEGABYTE, 'a large file ')
      await files.write('large', piecesOf(bytes))
      let [length, chunks] = [0, 0]
      for await (const chunk of files.readStream('large')) {
        assert.ok(bytes.subarray(length, length + chunk.length).equals(Buffer.from(chunk)), `other bytes at ${length}`)
        length += chunk.length
        chunks++
      }
      assert.deepEqual([length, chunks > 10], [bytes.length, true])
      assert.equal((await bash('stat -c %s large')).stdout, `${bytes.length}\n`)
    }),
  },
  {
    id: 'ranges-of-a-file-are-exact',
    group,
    run: inSandbox(async ({ files }) => {
      await files.write('digits', '0123456789')
      const range = async (start?: number, end?: number) => {
        const chunks: Uint8Array[] = []
        const asked = { ...(start !== undefined && { start }), ...(end !== undefined && { end }) }
        for await (const chunk of files.readStream('digits', asked)) chunks.push(chunk)
        return Buffer.concat(chunks).toString()
      }
      const found = [
        await range(2, 5),
        await range(7),
        await range(0, 1),
        await range(4, 4),
        await range(8, 99),
        await range(99),
      ]
      assert.deepEqual(found, ['234', '789', '0', '', '89', ''])
    }),
  },
  {
    id: 'a-reader-may-stop-early',
    group,
    run: inSandbox(async (checked) => {
      await checked.files.write('large', Buffer.alloc(4 * MEGABYTE))
      for (let n = 0; n < 200; n++) for await (const _ of checked.files.readStream('large')) break
      await checked.files.write('after', 'still fine')
      assert.equal(await text(checked, 'after'), 'still fine')
    }),
  },
  {
    id: 'a-file-is-replaced-whole-or-not-at-all',
    group,
    run: inSandbox(async ({ files, sandbox, bash }) => {
      const size = 200_000
      await files.write('shared', Buffer.alloc(size, 'a'))
      const watcher = `
import os
print('ready', flush=True)
seen = set()
while True:
    ends = os.path.exists('stop')
    data = open('shared', 'rb').read()
    seen.add((len(data), len(set(data))))
    if ends: break
open('seen', 'w').write(repr(seen))`
      const reading = await sandbox.start(['/usr/bin/python3', '-I', '-c', watcher])
      const output = collectOutput()
      reading.onOutput(output.take)
      await output.until(/ready/)
      for (let n = 0; n < 30; n++) await files.write('shared', Buffer.alloc(size, n % 2 ? 'a' : 'b'))
      await files.write('stop', '')
      await reading.exited
      assert.equal((await bash('cat seen; rm seen stop; ls -A')).stdout, `{(${size}, 1)}shared\n`)
    }),
  },
  {
    id: 'a-source-that-fails-leaves-the-old-file',
    group,
    run: inSandbox(async (checked) => {
      await checked.files.write('kept', 'the old one')
      const failing = checked.files.write('kept', piecesOf(Buffer.alloc(MEGABYTE), 500_000))
      await assert.rejects(failing, /the source failed/)
      const never = checked.files.write('never', piecesOf(Buffer.alloc(MEGABYTE), 500_000))
      await assert.rejects(never, /the source failed/)
      assert.equal(await text(checked, 'kept'), 'the old one')
      assert.equal((await checked.bash('ls -A')).stdout, 'kept\n', 'something half written was left')
    }),
  },
  {
    id: 'a-full-sandbox-refuses-to-write-and-keeps-the-old-file',
    group,
    run: inSandbox(
      async (checked) => {
        await checked.files.write('kept', 'the old one')
        await assert.rejects(checked.files.write('kept', Buffer.alloc(3 * MEGABYTE)), { code: 'SANDBOX_FULL' })
        assert.equal(await text(checked, 'kept'), 'the old one')
        assert.equal((await checked.bash('ls -A')).stdout, 'kept\n')
      },
      { limits: { diskMb: 2 } },
    ),
  },
  {
    id: 'modes-are-set-kept-and-told',
    group,
    run: inSandbox(async ({ files, bash }) => {
      await files.write('script', '#!/bin/sh\necho ran', { mode: 0o750 })
      assert.equal((await bash('./script')).stdout, 'ran\n')
      await files.write('script', '#!/bin/sh\necho again')
      assert.equal((await files.stat('script')).mode, 0o750)
      await files.setMode('script', 0o600)
      assert.equal((await bash('stat -c %a script')).stdout, '600\n')
      await files.write('plain', '')
      assert.equal((await files.stat('plain')).mode, 0o644)
    }),
  },
  {
    id: 'entries-are-described-as-they-are',
    group,
    run: inSandbox(async ({ files, bash }) => {
      await bash('mkdir d d/e; printf abc > d/f; ln -s nowhere d/l; mkfifo d/p; touch -d @1000 d/f; id -u > uid')
      const [e, f, l, p, ...more] = await files.list('d')
      assert.deepEqual([e?.type, f?.type, l?.type, p?.type, more.length], ['directory', 'file', 'symlink', 'other', 0])
      const uid = Number(Buffer.from(await files.read('uid')).toString())
      const fit = {
        name: 'f',
        path: '/workspace/d/f',
        type: 'file',
        size: 3,
        mode: 0o644,
        uid,
        gid: uid,
        modifiedMs: 1_000_000,
      }
      assert.deepEqual(f, fit)
      assert.deepEqual(await files.stat('d/f'), fit)
      assert.deepEqual([l?.linkTarget, (await files.stat('d/l')).type], ['nowhere', 'symlink'])
      const deep = await files.list('.', { depth: 2 })
      assert.deepEqual(
        deep.map(({ path }) => path.slice('/workspace/'.length)),
        ['d', 'd/e', 'd/f', 'd/l', 'd/p', 'uid'],
      )
    }),
  },
  {
    id: 'entries-are-made-moved-and-removed',
    group,
    run: inSandbox(async (checked) => {
      const { files } = checked
      assert.deepEqual([await files.makeDirectory('a/b'), await files.makeDirectory('a/b')], [true, false])
      await files.write('a/b/c', 'moved')
      await files.move('a/b', 'x/y/z')
      assert.equal(await text(checked, 'x/y/z/c'), 'moved')
      await files.move('x', '/tmp/x')
      assert.equal(await text(checked, '/tmp/x/y/z/c'), 'moved', 'to another file system')
      await files.remove('/tmp/x')
      await files.remove('never/was/there')
      await checked.bash('mkdir -p ro/sub; touch ro/sub/file; chmod 555 ro/sub ro')
      await files.remove('ro')
      assert.equal((await checked.bash('ls -A /tmp /workspace')).stdout, '/tmp:\n\n/workspace:\na\n')
    }),
  },
  {
    id: 'what-cannot-be-done-with-a-path-is-said',
    group,
    run: inSandbox(async ({ files }) => {
      await files.write('file', '')
      const [missing, refused] = [{ code: 'PATH_NOT_FOUND' }, { code: 'PATH_REFUSED' }]
      await assert.rejects(files.read('none'), missing)
      await assert.rejects(files.stat('none'), missing)
      await assert.rejects(files.list('none'), missing)
      await assert.rejects(files.move('none', 'x'), missing)
      await assert.rejects(files.setMode('none', 0o600), missing)
      await assert.rejects(files.read('.'), refused)
      await assert.rejects(files.list('file'), refused)
      await assert.rejects(files.write('.', 'x'), refused)
      await assert.rejects(files.write('file/below', 'x'), refused)
      await assert.rejects(files.makeDirectory('file'), refused)
      await assert.rejects(files.write('/usr/planted', 'x'), refused)
      await assert.rejects(files.remove('/usr/bin/true'), refused)
    }),
  },
]
