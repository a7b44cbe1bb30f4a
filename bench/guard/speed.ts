import { allSamples } from '../../src/language/samples/all-samples.ts'
import { threadCpuMs } from '../../src/language/thread-cpu-ms.ts'
import { guards } from '../../src/pipeline/guard/guards.ts'
import { readDangers } from '../../src/pipeline/guard/read-dangers.ts'

export interface ReadingTime {
  language: string
  characters: number
  /** Processor time of the thread that reads; the median of some readings. */
  ms: number
}

const SIZES = [100_000, 250_000]
const READINGS = 3

/** How long programs take that are made of samples of each language, one after the other. */
export function measureReading(isWanted: (of: { language: string }) => boolean): ReadingTime[] {
  return Object.entries(allSamples)
    .filter(([language]) => isWanted({ language }))
    .flatMap(([language, samples]) => {
      const piece = `${codesIn(samples).join('\n')}\n`
      return SIZES.map((size) => timeOf(language, piece.repeat(Math.ceil(size / piece.length)).slice(0, size)))
    })
}

function timeOf(language: string, code: string): ReadingTime {
  const times = Array.from({ length: READINGS }, () => {
    const begunMs = threadCpuMs()
    readDangers({ language, code }, guards, {})
    return threadCpuMs() - begunMs
  })
  return { language, characters: code.length, ms: times.sort((a, b) => a - b)[READINGS >> 1] ?? 0 }
}

/** All texts among the samples that have lines: programs, not names. */
function codesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.includes('\n') || value.includes('(') ? [value] : []
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(codesIn) : []
}

export const speedTable = (times: readonly ReadingTime[]): string =>
  [
    'Processor time of reading long programs',
    ...times.map(
      ({ language, characters, ms }) =>
        `  ${language.padEnd(14)} ${String(characters).padStart(7)} characters ${ms.toFixed(0).padStart(5)} ms`,
    ),
  ].join('\n')
