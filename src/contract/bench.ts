/** The output of `anneal bench --json`. */
export interface BenchReport {
  version: string
  rounds: number
  machine: MachineFacts
  sections: BenchSection[]
  /** Measurements that are missing here, with the reason. */
  missing: { what: string; reason: string }[]
}

/** Facts that a reader needs for comparing; the name of the host is not among them. */
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

/** The order of measuring: memory first, before load makes pools grow and shrink. */
export const benchSectionIds = [
  'memory',
  'start',
  'run',
  'gate',
  'cell',
  'state',
  'burst',
  'throughput',
  'command',
] as const
export type BenchSectionId = (typeof benchSectionIds)[number]

export interface BenchSection {
  id: BenchSectionId
  title: string
  /** The way that the others are compared with: its `ratio` is 1. */
  against: string
  rows: BenchRow[]
}

/** The least shows the hardware at its best, the median the usual case, the tail the worst cases. */
export interface BenchRow {
  way: string
  unit: 'ms' | 'MB'
  n: number
  min: number
  p50: number
  p95: number
  max: number
  /** Ratio of the rates where there are rates, else of the p50; null when the way to compare with is missing. */
  ratio: number | null
  inFlight?: number
  perSecond?: number
  /** User and system time of everything that one sandbox needed. */
  cpuMs?: number
}
