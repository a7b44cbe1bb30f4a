import type { Health, HostCheck, HostQuestion } from '../contract/api.ts'
import type { PartRoute } from '../contract/part-route.ts'
import type { StagePart } from '../pipeline/stage-part.ts'
import type { Stages } from '../pipeline/stages.ts'

/** The parts of one engine, in the order in which they were opened. */
export interface Parts {
  open<Api>(part: StagePart<Api> | Promise<StagePart<Api>>): Promise<Api>
  /** The slots of the loop that are filled so far. */
  stages(): Partial<Stages>
  /** All rows of the parts, in the order of their opening. */
  routes(): PartRoute[]
  health(): Promise<Health['components']>
  /** The parts that stand on others come first. */
  hostChecks(asked: HostQuestion): Promise<HostCheck[]>
  /** Calls every beat, even when one of them throws. */
  beat(): Promise<void>
  /**
   * Closes in reverse order, so that each part can use the parts it was opened with until its end. A part that fails
   * keeps no other from closing. A second call waits for the first.
   */
  close(): Promise<void>
}

/** Opens parts one after the other, and asks and closes all open ones. */
export function createParts(): Parts {
  const opened: StagePart<unknown>[] = []
  let closing: Promise<void> | undefined
  return {
    async open(opening) {
      const part = await opening
      opened.unshift(part)
      return part.api
    },
    stages: () => Object.assign({}, ...opened.map((part) => part.stages)),
    routes: () => opened.toReversed().flatMap((part) => part.routes ?? []),
    async health() {
      const told = await Promise.all(opened.toReversed().map((part) => part.health?.()))
      return Object.assign({}, ...told)
    },
    async hostChecks(asked) {
      const told = await Promise.all(opened.map((part) => part.hostChecks?.(asked) ?? []))
      return told.flat()
    },
    beat: () => allOf(opened.toReversed().map((part) => async () => part.beat?.())),
    close() {
      closing ??= allOf(opened.map((part) => async () => part.close?.()))
      return closing
    },
  }
}

/** Calls one after the other, and throws the first error when all were called. */
async function allOf(calls: (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = []
  for (const call of calls) await call().catch((error) => void errors.push(error))
  if (errors.length > 0) throw errors[0]
}
