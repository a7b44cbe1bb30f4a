import { parseArgs } from 'node:util'
import type { CorpusLanguage } from './faults/source.ts'
import { type Half, LANGUAGES } from './programs.ts'

export interface BenchOptions {
  language: CorpusLanguage | undefined
  half: Half | undefined
  class: string | undefined
  limit: number | undefined
  atOnce: number
  /** How far repairs may go. */
  repair: 'safe' | 'bold'
  /** How likely a repair has to be right; the default of the engine otherwise. */
  confidence: number | undefined
  /** File to which every repair is added, for the calibration. */
  seen: string | undefined
  /** Only makes and proves the cases. */
  prove: boolean
  /** Compares the order of candidates before and after learning. */
  replay: boolean
  show: boolean
  write: boolean
}

/** Reads the command line, or reports its fault and ends the program. */
export function readOptions(args: string[]): BenchOptions {
  try {
    const { values } = parseArgs({
      args,
      options: {
        language: { type: 'string' },
        half: { type: 'string' },
        class: { type: 'string' },
        limit: { type: 'string' },
        'at-once': { type: 'string', default: '4' },
        repair: { type: 'string', default: 'safe' },
        confidence: { type: 'string' },
        seen: { type: 'string' },
        prove: { type: 'boolean', default: false },
        replay: { type: 'boolean', default: false },
        show: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
      },
    })
    if (values.replay && values.half !== undefined) throw new Error('--replay needs both halves: leave --half out')
    if (values.show && values.half !== 'tune') throw new Error('--show needs --half tune: the other half stays unseen')
    return {
      language: oneOf('--language', LANGUAGES, values.language),
      half: oneOf('--half', ['tune', 'measure'] as const, values.half),
      class: values.class,
      limit: values.limit === undefined ? undefined : wholeNumber('--limit', values.limit),
      atOnce: wholeNumber('--at-once', values['at-once']),
      repair: oneOf('--repair', ['safe', 'bold'] as const, values.repair) ?? 'safe',
      confidence: values.confidence === undefined ? undefined : Number(values.confidence),
      seen: values.seen,
      prove: values.prove,
      replay: values.replay,
      show: values.show,
      write: values.write,
    }
  } catch (error) {
    console.error(`✖ ${(error as Error).message}`)
    return process.exit(2)
  }
}

function oneOf<T extends string>(flag: string, known: readonly T[], given: string | undefined): T | undefined {
  const found = known.find((value) => value === given)
  if (given !== undefined && found === undefined) throw new Error(`${flag} ${given}: must be ${known.join(', ')}`)
  return found
}

function wholeNumber(flag: string, given: string): number {
  if (!/^[1-9]\d{0,5}$/.test(given)) throw new Error(`${flag} ${given}: must be a whole number above 0`)
  return Number(given)
}
