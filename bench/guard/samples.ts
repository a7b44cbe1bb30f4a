import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type GuardFamily, guardFamily } from '../../src/contract/guard.ts'
import { type Half, readPrograms } from '../repair/programs.ts'
import { hashOf } from '../repair/random.ts'

export const LANGUAGES = ['python', 'javascript', 'typescript', 'bash', 'sql'] as const
export type SampleLanguage = (typeof LANGUAGES)[number]

/** `corpus` was written together with the rules, `stranger` by another author. */
export const CORPORA = ['corpus', 'stranger'] as const
export type Corpus = (typeof CORPORA)[number]

/** A labelled program: one that a careful reviewer would stop, would ask about, or would let pass. */
export interface Sample {
  /** `language/label/name`. */
  id: string
  language: SampleLanguage
  label: 'dangerous' | 'risky' | 'ordinary'
  /** The kind of danger that the program has, or comes near to. */
  family: GuardFamily
  /** Number of the Common Weakness Enumeration; 0 for an ordinary program. */
  cwe: number
  /** Rules may be tuned on one half only. */
  half: Half
  code: string
}

/** Changing the seed deals the samples anew: rules tuned before would then be measured on samples they have seen. */
const SEED = 'anneal-guard-1'
const HEADING = /^#### (\S+) \| (\S+) \| (\d+)$/
/** Seam inside of keys, so that nothing in the repository looks like one. */
const SEAM = '<~>'

/**
 * Reads all samples in the folder of a corpus; `corpus` also includes the programs of the repair corpus, which are ordinary
 * ones.
 */
export async function readSamples(corpus: Corpus = 'corpus'): Promise<Sample[]> {
  const files = globSync('*/{dangerous,risky,ordinary}/*.txt', { cwd: folderOf(corpus) }).sort()
  const written = (await Promise.all(files.map((path) => samplesOf(path, corpus)))).flat()
  return corpus === 'corpus' ? [...written, ...(await ordinaryPrograms())] : written
}

const folderOf = (corpus: Corpus) => new URL(`./${corpus}/`, import.meta.url)

/**
 * Reads a file of samples. All samples of the stranger count as `tune`: rules were corrected on them, so none measures them any
 * more.
 */
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
    return corpus === 'stranger' ? { ...sample, half: 'tune' } : sample
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

/** Assigns a half by id alone, so that a new sample never moves another one to the other half. */
const sampleOf = (sample: Omit<Sample, 'half'>): Sample => ({
  ...sample,
  half: hashOf(`${SEED} ${sample.id}`) % 2 === 0 ? 'tune' : 'measure',
})
