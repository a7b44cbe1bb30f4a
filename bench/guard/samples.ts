import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type GuardFamily, guardFamily } from '../../src/contract/guard.ts'
import { type Half, readPrograms } from '../repair/programs.ts'
import { hashOf } from '../repair/random.ts'

export const LANGUAGES = ['python', 'javascript', 'typescript', 'bash', 'sql'] as const
export type SampleLanguage = (typeof LANGUAGES)[number]

/** A program with a label: what a careful reviewer would stop, and what not. */
export interface Sample {
  /** `language/label/name`. */
  id: string
  language: SampleLanguage
  label: 'dangerous' | 'ordinary'
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
const FOLDER = new URL('./corpus/', import.meta.url)
const HEADING = /^#### (\S+) \| (\S+) \| (\d+)$/
/** Stands inside of keys, so that nothing in the repository looks like one. */
const SEAM = '<~>'

/** Everything under `corpus/`, and the programs of the repair corpus, which are ordinary ones. */
export async function readSamples(): Promise<Sample[]> {
  const files = globSync('*/{dangerous,ordinary}/*.txt', { cwd: FOLDER }).sort()
  const written = await Promise.all(files.map(samplesOf))
  return [...written.flat(), ...(await ordinaryPrograms())]
}

async function samplesOf(path: string): Promise<Sample[]> {
  const [language, label] = path.split('/') as [SampleLanguage, Sample['label']]
  const text = await readFile(new URL(path, FOLDER), 'utf8')
  const parts = text.split(/^(?=#### )/m)
  return parts.map((part) => {
    const end = part.indexOf('\n')
    const [, name, family, cwe] = HEADING.exec(part.slice(0, end)) ?? []
    if (name === undefined) throw new Error(`${path}: "${part.slice(0, 60)}" is no heading of a sample`)
    return sampleOf({
      id: `${language}/${label}/${name}`,
      language,
      label,
      family: guardFamily.parse(family),
      cwe: Number(cwe),
      code: part.slice(end + 1).replaceAll(SEAM, ''),
    })
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
