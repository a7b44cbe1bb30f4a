import { readFile } from 'node:fs/promises'
import type { Part } from '../../contract/part.ts'
import type { CodeVectorRows } from '../../store/code-memory/code-vector-rows.ts'
import { readWordVectors, type WordVectors } from '../search/word-vectors.ts'
import { createPatterns, type PatternNeeds } from './create-patterns.ts'
import { patternRoutes } from './pattern-routes.ts'
import type { PatternsApi } from './patterns-api.ts'
import { type AskedEmbedder, createProgramVectors } from './program-vectors.ts'
import { createRepairMemory, type RepairMemory } from './repair-memory.ts'

const TABLE = new URL('../search/word-vectors.bin', import.meta.url)
const DAY_MS = 86_400_000
const SWEEP_MS = 3_600_000
const PAGE = 500

export interface PatternsPartNeeds extends Omit<PatternNeeds, 'config' | 'wordVectors' | 'repairsSettled' | 'vectors'> {
  config: { memoryPatterns: number; memoryDays: number }
  store: PatternNeeds['store'] & { codeVectors: CodeVectorRows }
  /** Undefined where none is configured: no program leaves this machine then. */
  embedder: AskedEmbedder | undefined
  isBrief: boolean
}

/** Opens the memory of programs. The table of words is read when somebody searches. */
export function patternsPart(needs: PatternsPartNeeds): Part<{ patterns: PatternsApi; repairs: RepairMemory }> {
  const { config, store, clock, onTrouble, embedder } = needs
  let table: Promise<WordVectors> | undefined
  const wordVectors = () => {
    table ??= readFile(TABLE).then(({ buffer, byteOffset, length }) =>
      readWordVectors(new Uint8Array(buffer, byteOffset, length)),
    )
    table.catch(() => {
      table = undefined
    })
    return table
  }
  const repairs = createRepairMemory({ rows: store.knownRepairs, clock, onTrouble })
  const vectors = embedder && createProgramVectors({ ...needs, embedder, rows: store.codeVectors })
  const patterns = createPatterns({ ...needs, wordVectors, vectors, repairsSettled: repairs.settled })
  vectors?.makeSoon({ whole: true })
  const sweep = async () => {
    vectors?.makeSoon({ whole: true })
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
      await vectors?.close()
      await patterns.settled()
    },
  }
}
