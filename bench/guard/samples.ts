import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type GuardFamily, guardFamily } from '../../src/contract/guard.ts'
import { type Half, readPrograms } from '../repair/programs.ts'
import { hashOf } from '../repair/random.ts'

export const LANGUAGES = ['python', 'javascript', 'typescript', 'bash', 'sql'] as const
export type SampleLanguage = (typeof LANGUAGES)[number]

/** `corpus` was written together with the rules, `stranger` by who had not read them. */
export const CORPORA = ['corpus', 'stranger'] as const
export type Corpus = (typeof CORPORA)[number]

/** A program with a label: what a careful reviewer would stop, would ask about, and would let pass. */
export interface Sample {
  /** `language/label/name`. */
  id: string
  language: SampleLanguage
  label: 'dangerous' | 'risky' | 'ordinary'
  /** The kind of danger it has, or comes near to. */
  family: GuardFamily
  /** Number of the Common Weakness Enumeration; 0 for an ordinary program. */
  cwe: number
  /** Rules may be tuned on one half only. */
  half: Half
  code: string
}

/** Changing it deals the samples anew: whatever was tuned before would then be measured on what it has seen. */
const SEED = 'anneal-guard-1'
const HEADING = /^#### (\S+) \| (\S+) \| (\d+)$/
/** Stands inside of keys, so that nothing in the repository looks like one. */
const SEAM = '<~>'

/** Everything in the folder of the corpus; to `corpus` belong the programs of the repair corpus too, which are ordinary ones. */
export async function readSamples(corpus: Corpus = 'corpus'): Promise<Sample[]> {
  const files = globSync('*/{dangerous,risky,ordinary}/*.txt', { cwd: folderOf(corpus) }).sort()
  const written = (await Promise.all(files.map((path) => samplesOf(path, corpus)))).flat()
  return corpus === 'corpus' ? [...written, ...(await ordinaryPrograms())] : written
}

const folderOf = (corpus: Corpus) => new URL(`./${corpus}/`, import.meta.url)

/** Rules were mended on what the stranger showed; what it held back is the other half. */
async function samplesOf(path: string, corpus: Corpus): Promise<Sample[]> {
  const [language, label] = path.split('/') as [SampleLanguage, Sample['label']]
  const text = await readFile(new URL(path, folderOf(corpus)), 'utf8')
  const parts = text.split(/^(?=#### )/m)
  return parts.map((part) => {
    const end = part.indexOf('\n')
    const [, name, family, cwe] = HEADING.exec(part.slice(0, end)) ?? []
    if (name === undefined) throw new Error(`${path}: "${part.slice(0, 60)}" is no heading of a sample`)
    const sample = sampleOf({
      id: `${language}/${label}/${name}`,
      language,
      label,
      family: guardFamily.parse(family),
      cwe: Number(cwe),
      code: part.slice(end + 1).replaceAll(SEAM, ''),
    })
    return corpus === 'stranger' ? { ...sample, half: path.includes('/held') ? 'measure' : 'tune' } : sample
  })
}

async function ordinaryPrograms(): Promise<Sample[]> {
  const programs = await Promise.all(LANGUAGES.map((language) => readPrograms(language)))
  return programs.flat().map(({ language, name, code }) =>
    sampleOf({
      id: `${language}/ordinary/repair-${name}`,
      language,
      label: 'ordinary',
      family: 'resources',
      cwe: 0,
      code,
    }),
  )
}

/** By id alone, so that a new sample never moves another one to the other half. */
const sampleOf = (sample: Omit<Sample, 'half'>): Sample => ({
  ...sample,
  half: hashOf(`${SEED} ${sample.id}`) % 2 === 0 ? 'tune' : 'measure',
})
