import { readFileSync } from 'node:fs'
import type { Part } from '../../contract/part.ts'
import { readWordVectors, type WordVectors } from '../search/word-vectors.ts'
import { createPatterns, type PatternNeeds } from './create-patterns.ts'
import { patternRoutes } from './pattern-routes.ts'
import type { PatternsApi } from './patterns-api.ts'
import { createRepairMemory, type RepairMemory } from './repair-memory.ts'

const TABLE = new URL('../search/word-vectors.bin', import.meta.url)
const DAY_MS = 86_400_000
const SWEEP_MS = 3_600_000
const PAGE = 500

export interface PatternsPartNeeds extends Omit<PatternNeeds, 'config' | 'wordVectors' | 'repairsSettled'> {
  config: { memoryPatterns: number; memoryDays: number }
  isBrief: boolean
}

/** Opens the memory of programs. The table of words is read when somebody searches. */
export function patternsPart(needs: PatternsPartNeeds): Part<{ patterns: PatternsApi; repairs: RepairMemory }> {
  const { config, store, clock, onTrouble } = needs
  let table: WordVectors | undefined
  const wordVectors = () => {
    table ??= readWordVectors(new Uint8Array(readFileSync(TABLE)))
    return table
  }
  const repairs = createRepairMemory({ rows: store.knownRepairs, clock, onTrouble })
  const patterns = createPatterns({ ...needs, wordVectors, repairsSettled: repairs.settled })
  const sweep = async () => {
    if (config.memoryDays === 0) return
    const before = clock() - config.memoryDays * DAY_MS
    while ((await store.codePatterns.removeBefore(before, PAGE)) === PAGE);
    await store.knownRepairs.removeBefore(before)
  }
  const sweeping = needs.isBrief ? undefined : setInterval(() => void sweep().catch(onTrouble), SWEEP_MS)
  sweeping?.unref()
  return {
    api: { patterns, repairs },
    routes: patternRoutes(patterns),
    async close() {
      clearInterval(sweeping)
      await patterns.settled()
    },
  }
}
