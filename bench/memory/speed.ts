import { createSearchIndex } from '../../src/memory/search/create-index.ts'
import { fieldsOf } from '../../src/memory/search/fields.ts'
import type { WordVectors } from '../../src/memory/search/word-vectors.ts'

/** Indexing in processor time, and questions to all of the functions in real time, as a server's thread would spend it. */
export function measureSpeed(functions: { code: string; doc: string }[], questions: string[], table: WordVectors) {
  const index = createSearchIndex(table)
  const before = process.cpuUsage()
  for (const [number, { code, doc }] of functions.entries())
    index.add(number, { ...fieldsOf(code, doc), language: 'python' })
  const { user, system } = process.cpuUsage(before)
  const times: number[] = []
  const processor: number[] = []
  for (const text of questions) {
    const [began, used] = [performance.now(), process.cpuUsage()]
    index.search({ text, limit: 30 })
    times.push(performance.now() - began)
    const took = process.cpuUsage(used)
    processor.push((took.user + took.system) / 1000)
  }
  const part = (list: number[], share: number) =>
    Math.round((list.toSorted((a, b) => a - b)[Math.floor(list.length * share)] ?? 0) * 100) / 100
  return {
    functions: functions.length,
    meanCharacters: Math.round(
      functions.reduce((sum, { code, doc }) => sum + code.length + doc.length, 0) / functions.length,
    ),
    indexedPerSecondOfProcessor: Math.round(functions.length / ((user + system) / 1e6)),
    indexMegabytes: Math.round(index.bytes() / 1e6),
    searchMs: { p50: part(times, 0.5), p95: part(times, 0.95) },
    searchProcessorMs: { p50: part(processor, 0.5), p95: part(processor, 0.95) },
  }
}
