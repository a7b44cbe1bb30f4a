import { setTimeout as delay } from 'node:timers/promises'
import type { BenchSection } from '../contract/bench.ts'
import type { SandboxControl } from '../sandbox/sandbox.ts'
import { distributionOf } from './distribution.ts'
import type { Parts } from './open-parts.ts'
import { treeMemoryMb } from './tree-memory.ts'

const SANDBOXES = 12
const LOOK_EVERY_MS = 100
const MOST_LOOKS = 50
/** This many equal counts in a row mean that all starts are over. */
const QUIET_LOOKS = 3

/** Measures the memory that one more idle sandbox adds: sandbox after sandbox is opened and kept. */
export async function* measureMemory(
  { sandboxes, missing, signal }: Parts,
  rounds: number,
): AsyncGenerator<BenchSection> {
  const rows: BenchSection['rows'] = []
  const kinds: (string | undefined)[] = [undefined]
  for (const warm of ['python', 'javascript', 'bash']) if (await sandboxes.isWarm(warm)) kinds.push(warm)
  try {
    for (const warm of kinds) {
      const {
        n,
        minMs: min,
        p50Ms: p50,
        p95Ms: p95,
        maxMs: max,
      } = distributionOf(await stepsMb({ sandboxes, warm, count: Math.min(rounds, SANDBOXES) }))
      rows.push({
        way: warm ? `warm sandbox, ${warm}` : 'cold sandbox',
        unit: 'MB',
        n,
        min,
        p50,
        p95,
        max,
        ratio: null,
      })
    }
  } catch (error) {
    signal.throwIfAborted()
    missing.push({ what: 'memory', reason: (error as Error).message })
  }
  const least = rows[0]
  const against = least?.way ?? ''
  const withRatio = rows.map((row) => ({ ...row, ratio: row.p50 / (least?.p50 ?? Number.NaN) }))
  if (least) yield { id: 'memory', title: 'Memory: an idle sandbox more (PSS)', against, rows: withRatio }
}

interface Steps {
  sandboxes: Parts['sandboxes']
  warm: string | undefined
  count: number
}

async function stepsMb({ sandboxes, warm, count }: Steps): Promise<number[]> {
  const open: SandboxControl[] = []
  const steps: number[] = []
  try {
    let before = await settledMb()
    for (let n = 0; n < count; n++) {
      open.push(await sandboxes.open(warm))
      const after = await settledMb()
      steps.push(after - before)
      before = after
    }
  } finally {
    await Promise.all(open.map(({ destroy }) => destroy()))
  }
  return steps
}

/** Memory after the pool has refilled: only then has a sandbox been added. */
async function settledMb(): Promise<number> {
  let last = await treeMemoryMb()
  for (let looks = 0, quiet = 0; looks < MOST_LOOKS && quiet < QUIET_LOOKS; looks++) {
    await delay(LOOK_EVERY_MS)
    const next = await treeMemoryMb()
    quiet = next.processes === last.processes ? quiet + 1 : 0
    last = next
  }
  return last.megabytes
}
