import { randomBytes } from 'node:crypto'
import { bench, type MeasureOptions } from '../../bench/bench.ts'
import type { BenchReport } from '../../contract/bench.ts'
import { makeKey } from '../../engine.ts'
import { readConfig } from '../read-config.ts'

/** Measures with the settings of this user, so that the numbers are about the sandbox that is really used. */
export async function measureHere(
  options: Omit<MeasureOptions, 'config' | 'serverEnv' | 'apiKey'>,
): Promise<BenchReport> {
  const { config, origins, file } = readConfig({})
  const hasFile = Object.values(origins).includes('file')
  const serverEnv = {
    ...process.env,
    // The home is another one there, and the file would be looked for in it.
    ...(hasFile && { ANNEAL_CONFIG: file }),
    ANNEAL_DATABASE_URL: '',
    ANNEAL_LOG_LEVEL: 'silent',
    ANNEAL_RATE_PER_SECOND: '1000000',
  }
  return bench({ ...options, config, serverEnv, apiKey: makeKey(randomBytes) })
}
