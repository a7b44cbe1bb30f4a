import {
  type BenchReport,
  type BenchSection,
  type BenchSectionId,
  benchSectionIds,
  type MachineFacts,
} from '../contract/bench.ts'
import { measureBurst } from './burst-section.ts'
import { measureCell } from './cell-section.ts'
import { measureCommand } from './command-section.ts'
import { measureGate } from './gate-section.ts'
import { machineFacts } from './machine-facts.ts'
import { measureMemory } from './memory-section.ts'
import { type BenchOptions, openParts, type Parts } from './open-parts.ts'
import { measureRun } from './run-section.ts'
import { measureStart } from './start-section.ts'
import { measureState } from './state-section.ts'
import { measureThroughput } from './throughput-section.ts'

export interface MeasureOptions extends BenchOptions {
  rounds: number
  /** Called with the section that is measured now. */
  onProgress(section: BenchSectionId): void
  /** Called with the facts that are known before anything is measured. */
  onReady(known: Omit<BenchReport, 'sections'>): void | Promise<void>
  /** Called with each section of the report as soon as it is complete. */
  onSection(section: BenchSection): void | Promise<void>
}

const MEASURES: Record<BenchSectionId, (parts: Parts, rounds: number) => AsyncIterable<BenchSection>> = {
  memory: measureMemory,
  start: measureStart,
  run: measureRun,
  gate: measureGate,
  cell: measureCell,
  state: measureState,
  burst: measureBurst,
  throughput: measureThroughput,
  command: measureCommand,
}

/** Measures the chosen sections on this host, one after the other, and leaves nothing behind. */
export async function bench(options: MeasureOptions): Promise<BenchReport> {
  const { rounds, only, signal, onProgress, onReady, onSection } = options
  const facts = machineFacts()
  const parts = await openParts(options)
  try {
    const { engine, missing } = parts
    const known = { version: engine.version, rounds, machine: { ...facts, ...(await lookAtSandbox(parts)) }, missing }
    await onReady(known)
    const sections: BenchSection[] = []
    for (const id of benchSectionIds.filter((id) => only.has(id))) {
      signal.throwIfAborted()
      onProgress(id)
      for await (const section of MEASURES[id](parts, rounds)) {
        sections.push(section)
        await onSection(section)
      }
    }
    return { ...known, sections }
  } finally {
    await parts.close()
  }
}

async function lookAtSandbox({
  engine,
  sandboxes,
  missing,
}: Parts): Promise<Pick<MachineFacts, 'sandbox' | 'limitsBy'>> {
  const { limitsBy, destroy } = await sandboxes.open()
  await destroy()
  if (!(await sandboxes.isWarm('python')))
    missing.push({ what: 'warm sandboxes', reason: 'this sandbox keeps none waiting' })
  return { sandbox: engine.sandbox.name, limitsBy }
}
