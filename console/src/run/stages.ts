import type { RunEvent } from 'anneal-contract/event.ts'

export const STAGES = ['detect', 'guard', 'analyze', 'execute', 'diagnose', 'correct', 'verify', 'remember'] as const
export type Stage = (typeof STAGES)[number]

/** One stretch of time in which a stage was at work. */
export interface Span {
  stage: string
  block: number | null
  attempt: number | null
  from: number
  /** Null while it goes on. */
  to: number | null
  seq: number
}

/** The stretches of all stages, as events tell of them. */
export class StageSpans {
  readonly spans: Span[] = []

  add(event: RunEvent): void {
    if (event.type === 'run.resumed') this.spans.length = 0
    if (event.type === 'stage.start') {
      const { stage, block = null, attempt = null, at, seq } = event
      this.spans.push({ stage, block, attempt, from: at, to: null, seq })
    }
    if (event.type === 'stage.end') {
      const { stage, block = null, at } = event
      const open = this.spans.findLast((span) => span.stage === stage && span.block === block && span.to === null)
      if (open) open.to = at
    }
    if (event.type === 'run.end') for (const span of this.spans) span.to ??= event.at
  }

  /** Of one block, with the stages that are about all of them. */
  of(stage: string, block: number): Span[] {
    return this.spans.filter((span) => span.stage === stage && (span.block === null || span.block === block))
  }
}
