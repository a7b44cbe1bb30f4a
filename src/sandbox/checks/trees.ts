import assert from 'node:assert/strict'
import { VOLUMES, WORKSPACE } from '../sandbox.ts'
import { collectOutput, inSandbox } from './in-sandbox.ts'
import { changedTree, filePieces, readTree, sortedEntries } from './read-tree.ts'
import type { SandboxCheck } from './sandbox-check.ts'
import { soon } from './soon.ts'

const group = 'files'
const whole = { root: WORKSPACE, contents: true }

/** Plants every awkward entry that a tree may hold. */
const PLANT = `
import os
os.makedirs('a/b/c/' + '/'.join('deep' * 3 for _ in range(60)))
open('a/empty', 'w').close()
open('a/large', 'wb').write(bytes(range(256)) * 1000)
open('plain', 'w').write('plain'); os.chmod('plain', 0o640); os.utime('plain', (1, 1.25))
open('run.sh', 'w').write('#!/bin/sh'); os.chmod('run.sh', 0o4755)
for name in ('-rf', 'a b', 'new\\nline', 'quote"\\'', 'gr\\u00fc\\u00dfe \\U0001f333', 'x' * 255, '.hidden', '~', '*'): open(name, 'w').write(name)
os.symlink('/etc/passwd', 'outside'); os.symlink('nowhere', 'dangling'); os.symlink('a', 'inside'); os.symlink('..', 'up')
os.link('plain', 'second')
os.mkdir('none'); os.mkdir('a/closed'); open('a/closed/kept', 'w').write('kept'); os.chmod('a/closed/kept', 0o444)
os.truncate(os.open('hollow', os.O_CREAT | os.O_WRONLY), 100000)
os.chmod('a/closed', 0o555)`

/** Whole trees: told exactly, restored exactly. */
export const treeChecks: SandboxCheck[] = [
  {
    id: 'a-tree-comes-back-as-it-was',
    group,
    run: inSandbox(async ({ sandbox: { trees }, python, bash }) => {
      assert.equal((await python(PLANT)).stderr, '')
      const { entries, left } = await readTree(trees, whole)
      assert.deepEqual([entries.size, left.size], [85, 0])
      const copy = `${VOLUMES}/copy`
      await trees.write(copy, trees.read(whole))
      const copied = await readTree(trees, { root: copy, contents: true })
      assert.deepEqual(sortedEntries(copied.entries), sortedEntries(entries))
      // Every entry is replaced by one of another type.
      const mess =
        'chmod -R u+w copy; rm -r copy/a; echo x > copy/a; rm copy/plain; mkdir -p copy/plain/x; rmdir copy/none; ln -s / copy/none'
      assert.equal((await bash(mess, { cwd: VOLUMES })).stderr, '')
      await trees.write(copy, trees.read(whole))
      const again = await readTree(trees, { root: copy, contents: true })
      assert.deepEqual(sortedEntries(again.entries), sortedEntries(entries))
    }),
  },
  {
    id: 'a-tree-tells-what-changed-since',
    group,
    run: inSandbox(async ({ sandbox: { trees }, bash }) => {
      await bash('mkdir -p d/e f; for n in 1 2 3 4 5 d/6 d/e/7 f/8; do echo $n > $n; done; ln -s 1 link')
      const before = await readTree(trees, whole)
      assert.deepEqual((await readTree(trees, { ...whole, since: before.token })).entries.size, 0)
      await bash(
        'rm 1; mv 2 two; echo x > 3; chmod 600 4; rm 5; mkdir 5; touch 5/in; rm -r d; echo d > d; ln -sfn 9 link',
      )
      const after = await readTree(trees, { ...whole, since: before.token })
      assert.deepEqual([...after.entries.keys()].sort(), ['3', '4', '5', '5/in', 'd', 'link', 'two'])
      assert.deepEqual(after.removed.toSorted(), ['1', '2', '5', 'd'])
      const full = await readTree(trees, whole)
      assert.deepEqual(sortedEntries(changedTree(before.entries, after)), sortedEntries(full.entries))
      const older = await readTree(trees, { ...whole, since: before.token })
      assert.deepEqual(sortedEntries(changedTree(before.entries, older)), sortedEntries(full.entries))
      const unknown = await readTree(trees, { ...whole, since: 'never.1' })
      assert.deepEqual(sortedEntries(unknown.entries), sortedEntries(full.entries))
    }),
  },
  {
    id: 'a-tree-that-was-written-is-known',
    group,
    run: inSandbox(async ({ sandbox: { trees }, bash }) => {
      await bash('echo one > 1; echo two > 2')
      const pieces = [...filePieces('1', 'new'), { removed: '2' }, ...filePieces('d/3', 'three')]
      const since = await trees.write(WORKSPACE, pieces)
      const { entries, removed } = await readTree(trees, { ...whole, since })
      assert.deepEqual([[...entries], removed], [[], []])
      await bash('echo more >> d/3; sleep 0.1')
      const told = await readTree(trees, { ...whole, since })
      assert.deepEqual([...told.entries.keys()], ['d/3'])
    }),
  },
  {
    id: 'a-tree-is-written-under-the-hands-of-programs',
    group,
    run: inSandbox(async ({ sandbox: { trees, start }, bash }) => {
      const plant =
        'for f in held first locked; do echo old > $f; done; ln first second; cp /usr/bin/bash run; chmod 444 locked'
      await bash(plant)
      const output = collectOutput()
      const script = 'exec 5< held; echo ready; read; cat <&5; read; cat second'
      const program = await start([`${WORKSPACE}/run`, '-c', script], { stdin: true })
      program.onOutput(output.take)
      await output.until(/ready/)
      await trees.write(
        WORKSPACE,
        ['held', 'first', 'run', 'locked'].flatMap((path) => filePieces(path, 'new\n')),
      )
      await program.write(Buffer.from('\n'))
      assert.equal(await output.until(/ready\n...\n/), 'ready\nnew\n', 'what is open is what was written')
      await program.write(Buffer.from('\n'))
      assert.equal(
        await output.until(/new\n...\n/),
        'ready\nnew\nold\n',
        'the second name is as it was, and the program runs',
      )
      assert.equal((await bash('cat first run locked; ls -A | wc -l')).stdout, 'new\nnew\nnew\n5\n')
    }),
  },
  {
    id: 'a-tree-that-has-no-room-is-refused-and-old-files-stay-whole',
    group,
    run: inSandbox(async ({ sandbox: { trees }, bash }) => {
      const large = Buffer.alloc(15_000_000, 'x')
      await bash('echo old > old; head -c 8M /dev/zero > filler')
      for (const path of ['old', 'new']) {
        await assert.rejects(trees.write(WORKSPACE, filePieces(path, large)), { code: 'SANDBOX_FULL' })
      }
      assert.equal((await bash('cat old; ls -A')).stdout, 'old\nfiller\nold\n')
    }),
  },
  {
    id: 'a-tree-that-nobody-takes-holds-up-nothing',
    group,
    run: inSandbox(async ({ sandbox: { trees }, files, bash }) => {
      await bash('for n in 1 2 3; do head -c 4M /dev/urandom > $n; done')
      const reading = trees.read(whole)[Symbol.asyncIterator]()
      await reading.next()
      assert.equal((await soon(files.stat('1'))).size, 4_194_304)
      assert.equal((await soon(readTree(trees, { root: VOLUMES, contents: true }))).entries.size, 0)
      assert.equal((await soon(readTree(trees, { ...whole, contents: false }))).entries.size, 3)
      await reading.return?.()
    }),
  },
]
