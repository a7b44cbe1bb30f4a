import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { WatchEvent } from '../files.ts'
import { type CheckedSandbox, inSandbox } from './in-sandbox.ts'
import type { SandboxCheck } from './sandbox-check.ts'

const group = 'files'
const needs: SandboxCheck['needs'] = ['watch']

/** Time to wait for events, however slow the host is. */
const LONGEST_MS = 20_000

async function watching({ files }: CheckedSandbox, path: string, options?: { recursive: boolean }) {
  const seen: string[] = []
  const stop = await files.watch(path, ({ type, name }: WatchEvent) => void seen.push(`${type} ${name}`), options)
  const until = async (...wanted: string[]) => {
    const deadline = performance.now() + LONGEST_MS
    while (!wanted.every((event) => seen.includes(event))) {
      assert.ok(performance.now() < deadline, `waited for ${wanted.join(', ')}, saw ${seen.join(', ')}`)
      await delay(5)
    }
  }
  return { seen, stop, until }
}

export const watchChecks: SandboxCheck[] = [
  {
    id: 'changes-in-a-directory-are-told',
    group,
    needs,
    run: inSandbox(async (checked) => {
      const { until } = await watching(checked, '.')
      await checked.bash('echo a > new; chmod 600 new; echo b >> new; mv new moved; rm moved; mkdir sub')
      await until('create new', 'write new', 'chmod new', 'rename new', 'create moved', 'remove moved', 'create sub')
    }),
  },
  {
    id: 'changes-below-a-directory-are-told-when-asked',
    group,
    needs,
    run: inSandbox(async (checked) => {
      await checked.files.makeDirectory('old/deep')
      const all = await watching(checked, '.', { recursive: true })
      const own = await watching(checked, '.')
      await checked.files.write('old/deep/file', '')
      await all.until('create old/deep/file')
      await checked.files.makeDirectory('young')
      await all.until('create young')
      await checked.bash('sleep 0.05; echo > young/file')
      await all.until('create young/file')
      assert.ok(!own.seen.some((event) => event.includes('/')), `not asked for: ${own.seen.join(', ')}`)
    }),
  },
  {
    id: 'a-file-written-over-is-told-as-written',
    group,
    needs,
    run: inSandbox(async (checked) => {
      await checked.files.write('old', 'a')
      const { seen, until } = await watching(checked, '.')
      await checked.files.write('old', 'b')
      await checked.files.write('new', 'c')
      await until('write old', 'create new', 'write new')
      // Watchers see none of the temporary files with which a provider writes a file whole.
      assert.deepEqual(new Set(seen.map((event) => event.split(' ')[1])), new Set(['old', 'new']))
      assert.ok(!seen.includes('create old'), seen.join(', '))
    }),
  },
  {
    id: 'a-watch-that-was-ended-tells-nothing',
    group,
    needs,
    run: inSandbox(async (checked) => {
      const { seen, stop, until } = await watching(checked, '.')
      await checked.files.write('first', '')
      await until('create first')
      await stop()
      const before = seen.length
      await checked.bash('touch second; sleep 0.05')
      assert.equal(seen.length, before)
      await assert.rejects(
        checked.files.watch('none', () => {}),
        { code: 'PATH_NOT_FOUND' },
      )
      await assert.rejects(
        checked.files.watch('first', () => {}),
        { code: 'PATH_REFUSED' },
      )
    }),
  },
]
