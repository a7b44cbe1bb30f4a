import { setTimeout as delay } from 'node:timers/promises'

type Say = (fields: object, message: string) => void

export interface EndParts {
  logger: { warn: Say; error: Say }
  /** The work is given up after this time. */
  deadlineMs: number
  exit?(code: number): void
}

/** The last output may take this long: a reader who takes nothing must not keep the process alive. */
const FLUSH_MS = 1000

/** A handle that was just closed is still open for a moment. */
const SETTLE_MS = 50

/**
 * Does the last work of the process and ends it. Node would end by itself only after everything open is closed and
 * cleaned up, which sometimes never ends.
 */
export async function endProcess(lastWork: () => Promise<void>, { logger, deadlineMs, exit }: EndParts): Promise<void> {
  const end = async (code: number) => {
    const flushed = Promise.all([process.stdout, process.stderr].map(flush))
    await Promise.race([flushed, delay(FLUSH_MS, undefined, { ref: false })])
    const leave = exit ?? ((status: number) => process.exit(status))
    leave(code)
  }
  const done = lastWork().then(
    () => 0,
    (err) => {
      logger.error({ err }, 'stopping failed')
      return 1
    },
  )
  const code = await Promise.race([done, delay(deadlineMs, undefined, { ref: false })])
  await delay(SETTLE_MS)
  const left = leftOpen()
  if (code === undefined)
    logger.error({ left }, `stopping took more than ${deadlineMs} ms: the process ends without it`)
  else if (Object.keys(left).length > 0) logger.warn({ left }, 'stopped; what is still open ends with the process')
  await end(code ?? 1)
}

/** Counts the handles of each kind that Node would wait for, beside the two standard streams. */
function leftOpen(): Record<string, number> {
  const kinds = process.getActiveResourcesInfo()
  for (const { isTTY } of [process.stdout, process.stderr]) {
    const own = kinds.indexOf(isTTY ? 'TTYWrap' : 'PipeWrap')
    if (own !== -1) kinds.splice(own, 1)
  }
  const left: Record<string, number> = {}
  for (const kind of kinds) left[kind] = (left[kind] ?? 0) + 1
  return left
}

const flush = (stream: NodeJS.WriteStream) => new Promise<void>((resolve) => stream.write('', () => resolve()))
