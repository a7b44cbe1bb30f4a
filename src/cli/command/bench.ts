import { randomBytes } from 'node:crypto'
import { bench, type MeasureOptions } from '../../bench/bench.ts'
import type { BenchReport } from '../../contract/bench.ts'
import { makeKey } from '../../engine.ts'
import { readConfig } from '../read-config.ts'

/** Measures with the settings of this user, so that the numbers are about the sandbox in use. */
export async function measureHere(
  options: Omit<MeasureOptions, 'config' | 'serverEnv' | 'apiKey'>,
): Promise<BenchReport> {
  const { config, origins, file } = readConfig({})
  const hasFile = Object.values(origins).includes('file')
  const serverEnv = {
    ...process.env,
    // The bench uses another home, and would look for the file there.
    ...(hasFile && { ANNEAL_CONFIG: file }),
    ANNEAL_DATABASE_URL: '',
    ANNEAL_LOG_LEVEL: 'silent',
    ANNEAL_RATE_PER_SECOND: '1000000',
  }
  return bench({ ...options, config, serverEnv, apiKey: makeKey(randomBytes) })
}
