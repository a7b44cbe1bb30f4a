import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findCgroups } from '../cgroup/find.ts'
import { CHECK_LIMITS, collectOutput, withSandbox } from '../checks/in-sandbox.ts'
import { changedTree, readTree, sortedEntries } from '../checks/read-tree.ts'
import { agentWith, weakJail } from '../checks/weak-jail.fixture.ts'
import type { Process } from '../process.ts'
import { type SandboxControl, VOLUMES, WORKSPACE } from '../sandbox.ts'
import { createJail } from './jail.ts'

/** Changes the tree as instructed, and says when it is done; impossible changes are skipped. */
const HANDS = `
import json, os, shutil, sys
os.umask(0o022)
def act(op, path, other):
    if op == 'write':
        os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
        with open(path, 'w') as file: file.write(other)
    elif op == 'over':
        with open(path, 'r+') as file: file.write(other)
    elif op == 'mkdir': os.makedirs(path)
    elif op == 'remove': shutil.rmtree(path) if os.path.isdir(path) and not os.path.islink(path) else os.unlink(path)
    elif op == 'move': os.rename(path, other)
    elif op == 'link': os.symlink(other, path)
    elif op == 'join': os.link(path, other)
    elif op == 'close': os.chmod(path, 0o500 if os.path.isdir(path) else 0o400)
    elif op == 'open': os.chmod(path, 0o755)
for line in sys.stdin:
    number, operations = json.loads(line)
    for operation in operations:
        try: act(*operation)
        except OSError: pass
    print('done %d' % number, flush=True)`

/** Writes a page that was read through a mapping, without a system call. */
const MAPPED = `
import mmap
with open('file', 'r+b') as file, mmap.mmap(file.fileno(), 3) as page:
    assert page[:] == b'old'
    page[:] = b'new'`

type Operation = [op: string, path: string, other: string]

const path = fc
  .array(fc.constantFrom('a', 'b', 'c', 'ü'), { minLength: 1, maxLength: 4 })
  .map((names) => names.join('/'))
const operation: fc.Arbitrary<Operation> = fc.oneof(
  ...['write', 'over'].map((op) => fc.tuple(fc.constant(op), path, fc.string({ maxLength: 4 }))),
  ...['mkdir', 'remove', 'close', 'open'].map((op) => fc.tuple(fc.constant(op), path, fc.constant(''))),
  ...['move', 'link', 'join'].map((op) => fc.tuple(fc.constant(op), path, path)),
)
const steps = fc.array(fc.array(operation, { maxLength: 12 }), { minLength: 1, maxLength: 4 })
const whole = { root: WORKSPACE, contents: true }

describe('a tree that programs change', () => {
  let control: SandboxControl
  let hands: Process
  const output = collectOutput()
  let acts = 0
  beforeAll(async () => {
    const newSandboxId = () => `trees-test-${process.pid}`
    const jail = createJail({ execPath: process.execPath, newSandboxId, cgroups: await findCgroups() })
    control = await jail.create({ limits: CHECK_LIMITS }, new AbortController().signal)
    hands = await control.sandbox.start(['/usr/bin/python3', '-I', '-c', HANDS], { stdin: true })
    hands.onOutput(output.take)
  })
  afterAll(() => control.destroy())

  const act = async (operations: Operation[]): Promise<void> => {
    await hands.write(Buffer.from(`${JSON.stringify([++acts, operations])}\n`))
    await output.until(new RegExp(`done ${acts}\n`))
  }

  it('is reported so exactly that a model and a copy of it can be made', async () => {
    const { trees, files } = control.sandbox
    let copies = 0
    await fc.assert(
      fc.asyncProperty(steps, async (parts) => {
        const start = await readTree(trees, whole)
        let { token: since, entries: model } = start
        for (const operations of parts) {
          await act(operations)
          const told = await readTree(trees, { ...whole, since })
          model = changedTree(model, told)
          since = told.token
          expect(sortedEntries(model)).toEqual(sortedEntries((await readTree(trees, whole)).entries))
        }
        const root = `${VOLUMES}/${++copies}`
        const known = await trees.write(root, trees.read(whole))
        expect((await readTree(trees, { root, contents: true, since: known })).entries).toEqual(new Map())
        expect(sortedEntries((await readTree(trees, { root, contents: true })).entries)).toEqual(sortedEntries(model))
        await files.remove(root)
        // Undoes the reported changes, back to the start.
        const sinceStart = await readTree(trees, { ...whole, contents: false, since: start.token })
        const changed = [...new Set([...sinceStart.removed, ...sinceStart.entries.keys()])].map((removed) => ({
          removed,
        }))
        await trees.write(WORKSPACE, changed)
        expect((await readTree(trees, whole)).entries.size).toBe(0)
      }),
      { numRuns: 25 },
    )
  })
})

describe('a change that no time shows', () => {
  const blind = weakJail([agentWith(['was_accessed = found.st_atime_ns > found.st_ctime_ns', 'was_accessed = False'])])

  it('is found by a thorough look', () =>
    withSandbox(blind, {}, async ({ sandbox: { trees }, files, python }) => {
      await files.write('file', 'old')
      await delay(50)
      const { token: since } = await readTree(trees, whole)
      const { stderr } = await python(MAPPED)
      expect(stderr).toBe('')
      expect((await readTree(trees, { ...whole, since })).entries).toEqual(new Map())
      const told = await readTree(trees, { ...whole, since, thorough: true })
      expect(told.entries.get('file')).toMatchObject({ content: 'new' })
    }))
})
