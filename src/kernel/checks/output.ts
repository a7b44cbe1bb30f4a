import assert from 'node:assert/strict'
import type { KernelEvent } from '../kernel-event.ts'
import { type KernelCheck, onBench, textOf } from './kernel-check.ts'

/** Input and output of code. */
export const outputChecks: KernelCheck[] = [
  {
    id: 'input-is-what-was-given-and-only-for-that-execution',
    needs: 'readLine',
    run: onBench(async ({ run, snippets }) => {
      const fed = await run(snippets.readLine, { stdin: 'grüße\nsecond\n' })
      assert.deepEqual([fed.status, fed.stdout], ['ok', 'grüße\n'])
      const hungry = await run(snippets.readLine)
      assert.doesNotMatch(hungry.stdout, /second|grüße/)
      assert.equal((await run(snippets.readLine, { stdin: 'third' })).stdout.trim(), 'third')
    }),
  },
  {
    id: 'output-comes-in-order-and-before-the-end',
    needs: 'inOrder',
    run: onBench(async ({ run, snippets }) => {
      const told: KernelEvent[] = []
      await run(snippets.inOrder, { onEvent: (event) => void told.push(event) })
      const said = told.flatMap((event) => (event.type === 'stdout' || event.type === 'stderr' ? [event] : []))
      assert.equal(said.map(({ text }) => text).join(''), 'one\ntwo\nthree\n')
      assert.deepEqual([...new Set(said.map(({ type }) => type))], ['stdout', 'stderr'])
      assert.deepEqual([told.at(-1)?.type, told.filter(({ type }) => type === 'done').length], ['done', 1])
    }),
  },
  {
    id: 'text-of-all-scripts-arrives-unharmed',
    run: onBench(async ({ run, snippets }) => {
      assert.match(textOf(await run(snippets.unicode)), /héllo 日本 🎉/)
    }),
  },
  {
    id: 'much-output-is-complete',
    needs: 'muchOutput',
    run: onBench(async ({ run, snippets }) => {
      const much = await run(snippets.muchOutput, { outputBytes: 10_000_000 })
      const expected = Array.from({ length: 200_000 }, (_, index) => `${index + 1}\n`).join('')
      assert.equal(much.status, 'ok')
      assert.ok(much.stdout === expected, `${much.stdout.length} characters instead of ${expected.length}`)
    }),
  },
  {
    id: 'a-slow-reader-slows-the-code-and-loses-nothing',
    needs: 'muchOutput',
    run: onBench(async ({ run, snippets }) => {
      let read = 0
      const onEvent = async (event: KernelEvent) => {
        await new Promise((resolve) => setImmediate(resolve))
        if (event.type === 'stdout') read += event.text.length
      }
      const { stdout } = await run(snippets.muchOutput, { outputBytes: 10_000_000, onEvent })
      assert.equal(read, stdout.length)
    }),
  },
  {
    id: 'the-output-limit-is-exact-and-keeps-the-state',
    needs: 'endlessOutput',
    run: onBench(async ({ run, snippets }) => {
      await run(snippets.remember)
      const cut = await run(snippets.endlessOutput, { outputBytes: 100_000 })
      assert.deepEqual([cut.endedBy, cut.stdout.length, cut.stateLost], ['output', 100_000, false])
      assert.match(textOf(await run(snippets.recall)), /42/)
    }),
  },
  {
    id: 'directory-and-variables-hold-for-one-execution',
    needs: 'variable',
    run: onBench(async ({ run, snippets }) => {
      const there = await run(snippets.directory, { cwd: '/tmp' })
      const here = await run(snippets.directory)
      assert.deepEqual([there.stdout.trim(), here.stdout.trim()], ['/tmp', '/workspace'])
      const red = await run(snippets.variable, { env: { COLOUR: 'red' } })
      const none = await run(snippets.variable)
      assert.deepEqual([red.stdout.trim(), none.stdout.trim()], ['red', 'none'])
    }),
  },
  {
    id: 'a-context-has-the-directory-and-variables-it-was-made-with',
    needs: 'variable',
    run: onBench(async ({ contexts, snippets }) => {
      const { id } = await contexts.create({ language: snippets.language, cwd: '/tmp', env: { COLOUR: 'blue' } })
      const { stdout } = await contexts.execute(id, snippets.directory)
      const coloured = await contexts.execute(id, snippets.variable)
      assert.deepEqual([stdout.trim(), coloured.stdout.trim()], ['/tmp', 'blue'])
    }),
  },
]
