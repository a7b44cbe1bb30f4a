import { type Language, languageOfFile } from '../../../language/language.ts'
import { otherLanguageOfFile } from '../other-languages.ts'
import { fileInText } from '../read/read-info.ts'
import type { Score } from './score-clues.ts'

const OUTPUT = new RegExp(
  [
    String.raw`\boutputs?\b`,
    String.raw`\b(?:sample|example) run\b`,
    String.raw`\bprints?\b`,
    String.raw`\bresults?\b(?!\s+in)`,
    String.raw`\b(?:should|will|would|'ll) (?:see|get|look)`,
    String.raw`\bproduces?\b`,
    String.raw`\bdisplays?\b`,
    String.raw`\breturns?\b.*:$`,
    String.raw`\bconsole shows\b`,
    String.raw`\bresponse\b`,
  ].join('|'),
  'i',
)

/** "A function that prints …" introduces the function, and not the text that it prints. */
const MAKER_TAIL =
  /\b(?:functions?|programs?|scripts?|code|class|methods?|snippet|query|loop|command|version|implementation|solution|way)\b[^.;]{0,40}?\s(?:that|which|to)\s.*/i

export const saysOutput = (context: string): boolean => OUTPUT.test(context.replace(MAKER_TAIL, ''))

const FILE_WEIGHT = 4
const OUTPUT_WEIGHT = 6

/** Adds the clues in the prose before a block to the block's own signs: a file name, or that it is output. */
export function withContext(scores: readonly Score[], context: string, languages: readonly Language[]): Score[] {
  const sums = new Map(scores.map(({ language, score }) => [language, score]))
  const add = (language: string, weight: number) => sums.set(language, (sums.get(language) ?? 0) + weight)
  const file = fileInText(context)
  const named = file === undefined ? undefined : (languageOfFile(languages, file) ?? otherLanguageOfFile(file))
  if (named) add(named.id, FILE_WEIGHT)
  if (saysOutput(context)) add('output', OUTPUT_WEIGHT)
  return [...sums].map(([language, score]) => ({ language, score })).toSorted((a, b) => b.score - a.score)
}
