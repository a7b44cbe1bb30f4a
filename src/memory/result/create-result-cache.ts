import type { Ground } from '../../contract/ground.ts'
import type { CachedResult, CachedResultRows } from '../../store/cached-result/cached-result-rows.ts'

export interface ResultCacheParts extends Pick<Ground, 'clock' | 'onTrouble'> {
  config: { cacheResults: number; cacheHours: number }
  rows: CachedResultRows
  onLook(result: 'hit' | 'miss'): void
}

/** The output of a program, as it is served again. */
export interface ServedResult {
  stdout: string
  stderr: string
  /** The two runs that had it. */
  runs: string[]
}

/** The output of a run that may be served again. */
export interface NotedResult {
  key: string
  userId: string
  runId: string
  stdout: string
  stderr: string
}

/** Outputs of runs, each for its user alone. */
export interface ResultCache {
  look(key: string, userId: string): Promise<ServedResult | undefined>
  /** Takes the output of a run; it is written soon. */
  note(result: NotedResult): void
  forgetRun(runId: string, userId: string): Promise<void>
  sweep(): Promise<void>
  settled(): Promise<void>
}

const HOUR_MS = 3_600_000

/** Keeps outputs of identical runs of one user; one is served when two runs have shown that it is always the same. */
export function createResultCache({ config, rows, clock, onTrouble, onLook }: ResultCacheParts): ResultCache {
  const isFresh = ({ changedAt }: CachedResult) => clock() - changedAt < config.cacheHours * HOUR_MS
  let writing: Promise<void> = Promise.resolve()
  async function write({ key, userId, runId, stdout, stderr }: NotedResult) {
    const known = await rows.get(userId, key)
    const printed = { key, userId, stdout, stderr, changedAt: clock() }
    if (!known || !isFresh(known)) {
      await rows.put({ ...printed, state: 'seen', firstRun: runId, secondRun: null })
      await rows.removeOldest(userId, config.cacheResults)
    } else if (known.state === 'seen' && known.firstRun !== runId) {
      const isSame = known.stdout === stdout && known.stderr === stderr
      await rows.put({
        ...{ ...printed, firstRun: known.firstRun, secondRun: runId, state: isSame ? 'proved' : 'differs' },
        ...(!isSame && { stdout: '', stderr: '' }),
      })
    }
  }
  return {
    async look(key, userId) {
      const known = await rows.get(userId, key).catch((error) => void onTrouble(error))
      const isServed = known?.state === 'proved' && isFresh(known)
      onLook(isServed ? 'hit' : 'miss')
      if (!isServed) return undefined
      const { stdout, stderr, firstRun, secondRun } = known
      return { stdout, stderr, runs: [firstRun, ...(secondRun === null ? [] : [secondRun])] }
    },
    note(of) {
      writing = writing.then(() => write(of)).catch(onTrouble)
    },
    async forgetRun(runId, userId) {
      await writing
      await rows.removeByRun(userId, runId)
    },
    async sweep() {
      await rows.removeBefore(clock() - config.cacheHours * HOUR_MS)
    },
    settled: () => writing,
  }
}
