/** Slips of the hand at random places of working programs: they know nothing of the rules, and many leave a program nobody can guess. */
import { inLanes } from '../../../src/pipeline/in-lanes.ts'
import type { Mirror } from '../../guard/collect/mirror.ts'
import type { ForeignCase } from '../foreign-cases.ts'
import { passes, requestOf } from '../foreign-measure.ts'
import { type Random, randomOf } from '../random.ts'
import type { Collector } from './collector.ts'

const SLIPS_OF_A_PROGRAM = 6
const LANGUAGES = { bash: 'Shell', javascript: 'JavaScript', typescript: 'TypeScript' } as const
type Language = keyof typeof LANGUAGES

/** Functions of McEval with one call. Their tests are hidden. */
export const slips: Collector = async ({ mirror, runner }) => {
  const mceval = mirror('MCEVAL/McEval')
  return Promise.all(
    (Object.keys(LANGUAGES) as Language[]).map(async (language) => {
      const slipped = await inLanes({
        items: programsOf(mceval, language),
        lanes: 1,
        work: async (one) => {
          if (!(await passes(runner, one, one.code))) return []
          const found: ForeignCase[] = []
          for (const { code, kind } of slipsIn(one.code, randomOf(one.task))) {
            if (found.length === SLIPS_OF_A_PROGRAM) break
            const { outcome } = await runner.run({ ...requestOf({ ...one, code }), options: { attempts: 1 } })
            if (outcome !== 'ok') found.push({ ...one, code, kind })
          }
          return found
        },
      })
      return { set: `slips-${language}`, cases: slipped.flat() }
    }),
  )
}

interface Exercise {
  prompt: string
  canonical_solution: string
  test: string
  entry_point: string
}

function programsOf(mceval: Mirror, language: Language): ForeignCase[] {
  const lines = mceval.text(`data/${LANGUAGES[language]}.jsonl`).split('\n')
  return lines.flatMap((line): ForeignCase[] => {
    if (line.trim() === '') return []
    const { prompt, canonical_solution, test, entry_point } = JSON.parse(line) as Exercise
    const call = callIn(test, entry_point, language)
    const hidden = language === 'bash' ? test : test.replaceAll('console.assert(', "require('assert').ok(")
    const code = `${prompt}${language === 'bash' ? '\n' : ' '}${canonical_solution}\n\n${call}\n`
    // One exercise in three languages is in one half.
    return call
      ? [{ task: `mceval ${entry_point.toLowerCase().replaceAll('_', '')}`, language, kind: '', code, hidden }]
      : []
  })
}

/** The first call of a test, on a line of its own. */
function callIn(test: string, name: string, language: Language): string | undefined {
  if (language === 'bash') return new RegExp(String.raw`\$\((${name} [^()]*)\) ==`).exec(test)?.[1]
  const from = test.search(new RegExp(String.raw`\b${name}\(`))
  const line = from === -1 ? '' : (test.slice(from).split('\n')[0] ?? '')
  let depth = 0
  for (let at = name.length; at < line.length; at += 1) {
    if (/[([{]/.test(line[at] ?? '')) depth += 1
    if (/[)\]}]/.test(line[at] ?? '') && --depth === 0) return `console.log(${line.slice(0, at + 1)})`
  }
  return undefined
}

const TOKEN =
  /\/\/.*|\/\*[\s\S]*?\*\/|(?<=^|\s)#.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[\p{L}_$][\p{L}\d_$]*|\d+(?:\.\d+)?|[=!<>&|+*-]+|\S/gu

interface Slip {
  code: string
  kind: string
}

function slipsIn(code: string, random: Random): Slip[] {
  const tokens = [...code.matchAll(TOKEN)]
    .map((found) => ({ text: found[0], from: found.index, to: found.index + found[0].length }))
    .filter(({ text }) => !/^(?:\/\/|\/\*|#)/.test(text))
  const put = (from: number, to: number, text: string) => code.slice(0, from) + text + code.slice(to)
  const made = tokens.flatMap((token, at): Slip[] => {
    const { text, from, to } = token
    const next = tokens[at + 1]
    const isWord = /^[\p{L}_$]{4,}/u.test(text)
    const place = 1 + random.below(Math.max(1, text.length - 2))
    const [one = '', other = ''] = [text[place], text[place + 1]]
    return [
      ...(/^[^\p{L}\d"'_]+$/u.test(text) ? [{ code: put(from, to, ''), kind: 'a sign lost' }] : []),
      { code: put(to, to, /^[\p{L}\d]/u.test(text) ? ` ${text}` : text), kind: 'a token twice' },
      ...(next && next.text !== text
        ? [{ code: put(from, next.to, next.text + code.slice(to, next.from) + text), kind: 'two tokens swapped' }]
        : []),
      ...(isWord ? [{ code: put(from + place, from + place + 1, ''), kind: 'a letter lost' }] : []),
      ...(isWord && one !== other
        ? [{ code: put(from + place, from + place + 2, other + one), kind: 'two letters swapped' }]
        : []),
    ]
  })
  // Every kind comes as often, whatever the program is made of.
  const kinds = [...Map.groupBy(random.shuffle(made), ({ kind }) => kind).values()]
  const longest = Math.max(0, ...kinds.map((list) => list.length))
  return Array.from({ length: longest }, (_, at) => kinds.flatMap((list) => list[at] ?? [])).flat()
}
