import type { KernelSnippets } from '../src/kernel/checks.ts'
import type { Contexts } from '../src/kernel/contexts.ts'
import type { ExecuteOptions, Execution } from '../src/kernel/kernel.ts'

export interface KernelSoak {
  contexts: Contexts
  snippets: KernelSnippets
  cells: number
}

export interface CellFailure {
  cell: number
  deed: string
  problem: string
}

type Run = (code: string, options?: ExecuteOptions) => Promise<Execution>

/** One kind of cell: its frequency, the snippet it needs, and the check of its result. */
interface Deed {
  name: string
  weight: number
  snippet: keyof KernelSnippets
  run(code: string, run: Run): Promise<Execution>
  isRight(execution: Execution): boolean
}

const seen = ({ stdout, shown }: Execution) => stdout + shown.map(({ data }) => data['text/plain']).join('')
const endedAs = (execution: Execution, status: string, endedBy: string) =>
  execution.status === status && execution.endedBy === endedBy && !execution.stateLost

/** Aborts code as soon as it has begun, in the way of an interrupt. */
async function abortWhenBegun(code: string, run: Run): Promise<Execution> {
  const abort = new AbortController()
  const onEvent: ExecuteOptions['onEvent'] = ({ type }) => {
    if (type === 'stdout') abort.abort()
  }
  return run(code, { signal: abort.signal, onEvent })
}

const plain: Deed['run'] = (code, run) => run(code)
const MUCH_BYTES = Array.from({ length: 200_000 }, (_, index) => `${index + 1}\n`).join('').length

const DEEDS: Deed[] = [
  {
    name: 'recall',
    weight: 56,
    snippet: 'recall',
    run: plain,
    isRight: (e) => e.status === 'ok' && /42/.test(seen(e)),
  },
  { name: 'unicode', weight: 5, snippet: 'unicode', run: plain, isRight: (e) => seen(e).includes('héllo 日本 🎉') },
  { name: 'fail', weight: 12, snippet: 'fail', run: plain, isRight: (e) => endedAs(e, 'error', 'exit') },
  {
    name: 'input',
    weight: 4,
    snippet: 'readLine',
    run: (code, run) => run(code, { stdin: 'fed\n' }),
    isRight: (e) => e.stdout === 'fed\n',
  },
  { name: 'order', weight: 4, snippet: 'inOrder', run: plain, isRight: (e) => e.stdout === 'one\nthree\n' },
  {
    name: 'interrupt a busy cell',
    weight: 4,
    snippet: 'busy',
    run: abortWhenBegun,
    isRight: (e) => endedAs(e, 'interrupted', 'cancelled'),
  },
  {
    name: 'interrupt a waiting cell',
    weight: 4,
    snippet: 'wait',
    run: abortWhenBegun,
    isRight: (e) => endedAs(e, 'interrupted', 'cancelled'),
  },
  {
    name: 'interrupt at any moment',
    weight: 4,
    snippet: 'wait',
    run: (code, run) => run(code, { signal: AbortSignal.timeout(1 + Math.floor(Math.random() * 6)) }),
    isRight: (e) => endedAs(e, 'interrupted', 'cancelled'),
  },
  {
    name: 'time limit',
    weight: 2,
    snippet: 'busy',
    run: (code, run) => run(code, { timeoutMs: 50 }),
    isRight: (e) => endedAs(e, 'interrupted', 'timeout'),
  },
  {
    name: 'much output',
    weight: 2,
    snippet: 'muchOutput',
    run: (code, run) => run(code, { outputBytes: 10_000_000 }),
    isRight: (e) => e.stdout.length === MUCH_BYTES,
  },
  {
    name: 'endless output',
    weight: 2,
    snippet: 'endlessOutput',
    run: (code, run) => run(code, { outputBytes: 50_000 }),
    isRight: (e) => e.endedBy === 'output' && e.stdout.length === 50_000 && !e.stateLost,
  },
  {
    name: 'death',
    weight: 1,
    snippet: 'die',
    run: plain,
    isRight: (e) => e.stateLost && e.error?.name === 'KernelDied',
  },
]

/** Runs cells of all kinds in one context, in the same order at each run, and checks every one. */
export async function soakKernel({ contexts, snippets, cells }: KernelSoak) {
  const deeds = DEEDS.filter(({ snippet }) => snippets[snippet] !== undefined)
  const order = deeds.flatMap((deed) => Array.from({ length: deed.weight }, () => deed))
  const { id } = await contexts.create({ language: snippets.language })
  const run: Run = (code, options) => contexts.execute(id, code, options)
  const failures: CellFailure[] = []
  const timesMs: Record<string, number[]> = {}
  await run(snippets.remember)
  for (let cell = 0; cell < cells; cell++) {
    // A walk through all kinds in a mixed order: 37 is prime.
    const deed = order[(cell * 37) % order.length]
    if (!deed) break
    const execution = await deed.run(codeOf(snippets, deed.snippet), run)
    timesMs[deed.name] = [...(timesMs[deed.name] ?? []), execution.durationMs]
    if (!deed.isRight(execution)) failures.push({ cell, deed: deed.name, problem: summaryOf(execution) })
    if (execution.stateLost) await run(snippets.remember)
  }
  await contexts.delete(id)
  return { language: snippets.language, cells, failures, timesMs }
}

function codeOf(snippets: KernelSnippets, name: keyof KernelSnippets): string {
  const snippet = snippets[name] ?? ''
  return typeof snippet === 'string' ? snippet : snippet.code
}

function summaryOf({ status, endedBy, stateLost, stdout, stderr, error }: Execution): string {
  const texts = { stdout: stdout.slice(-200), stderr: stderr.slice(-200) }
  return JSON.stringify({ status, endedBy, stateLost, ...texts, error: error?.value })
}
