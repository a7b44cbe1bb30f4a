import type { RunSummary } from 'anneal-contract/api.ts'

/** Whether a run ended well with another program than the one that came. */
export const isRepaired = ({ outcome, attempts }: RunSummary): boolean => outcome === 'ok' && (attempts ?? 0) > 1
