import { type BenchReport, type BenchSection, type BenchSectionId, benchSectionIds } from '../contract/bench.ts'
import { measureBurst } from './burst-section.ts'
import { measureCell } from './cell-section.ts'
import { machineFacts } from './machine-facts.ts'
import { measureMemory } from './memory-section.ts'
import { type BenchOptions, openParts, type Parts } from './open-parts.ts'
import { measureRun } from './run-section.ts'
import { measureStart } from './start-section.ts'
import { measureThroughput } from './throughput-section.ts'

export interface MeasureOptions extends BenchOptions {
  rounds: number
  /** Told what is measured now. */
  onProgress(section: BenchSectionId): void
}

type Measure = (parts: Parts, rounds: number) => Promise<BenchSection[]>

const MEASURES: Record<BenchSectionId, Measure> = {
  start: measureStart,
  run: measureRun,
  cell: measureCell,
  burst: measureBurst,
  throughput: measureThroughput,
  memory: measureMemory,
}

/** Measures the chosen sections on this host, one after the other, and leaves nothing behind. */
export async function bench(options: MeasureOptions): Promise<BenchReport> {
  const { rounds, only, signal, onProgress } = options
  const machine = machineFacts()
  const parts = await openParts(options)
  try {
    const sections: BenchSection[] = []
    for (const id of benchSectionIds) {
      if (!only.has(id)) continue
      signal.throwIfAborted()
      onProgress(id)
      sections.push(...(await MEASURES[id](parts, rounds)))
    }
    const { engine, missing } = parts
    const { limitsBy, destroy } = await parts.boxes.open()
    await destroy()
    if (!(await parts.boxes.isWarm('python'))) {
      missing.push({ what: 'warm boxes', reason: 'this sandbox keeps none waiting' })
    }
    return {
      version: engine.version,
      rounds,
      machine: { ...machine, sandbox: engine.sandbox.name, limitsBy },
      sections,
      missing,
    }
  } finally {
    await parts.close()
  }
}
