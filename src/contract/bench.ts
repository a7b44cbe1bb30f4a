/** What `anneal bench --json` prints. */
export interface BenchReport {
  version: string
  rounds: number
  machine: MachineFacts
  sections: BenchSection[]
  /** What could not be measured here, and why. */
  missing: { what: string; reason: string }[]
}

/** What a reader needs to compare: the machine, never its name. */
export interface MachineFacts {
  date: string
  cpu: string
  cores: number
  memoryGb: number
  kernel: string
  node: string
  sandbox: string
  limitsBy: string
  loadAtStart: number
}

/** In this order: memory first, before load makes pools grow and shrink. */
export const benchSectionIds = ['memory', 'start', 'run', 'gate', 'cell', 'state', 'burst', 'throughput'] as const
export type BenchSectionId = (typeof benchSectionIds)[number]

export interface BenchSection {
  id: BenchSectionId
  title: string
  /** The way that the others are held against: `ratio` is 1 for it. */
  against: string
  rows: BenchRow[]
}

/** The least is what the machine can do, the middle what to expect, the tail what may happen. */
export interface BenchRow {
  way: string
  unit: 'ms' | 'MB'
  n: number
  min: number
  p50: number
  p95: number
  max: number
  /** Of the rate where there is one, else of the p50; null when the way to compare with is missing. */
  ratio: number | null
  inFlight?: number
  perSecond?: number
  /** User and system time of everything that one box needed. */
  cpuMs?: number
}
