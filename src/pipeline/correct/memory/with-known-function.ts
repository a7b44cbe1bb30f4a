import { importsOf, topLevelFunctions } from './top-level-functions.ts'

const MOST_CODE = 100_000

export interface KnownFunction {
  name: string
  /** The program with the function as it is known. */
  code: string
}

/** The program with one of its functions as a known program has it, with the imports and helpers that it needs. */
export function withKnownFunction(code: string, known: string, language: string): KnownFunction | undefined {
  if (code.length > MOST_CODE || known.length > MOST_CODE) return undefined
  const own = topLevelFunctions(code, language)
  const others = topLevelFunctions(known, language)
  // The last function of both is the one that the others serve.
  const old = own.findLast(({ name }) => others.some((each) => each.name === name))
  const fresh = others.findLast(({ name }) => name === old?.name)
  if (!old || !fresh) return undefined
  const text = known.slice(fresh.start, fresh.end).trimEnd()
  if (text === code.slice(old.start, old.end).trimEnd()) return undefined
  const needed = others.filter(({ name }) => !own.some((each) => each.name === name) && mentions(known, name))
  const helpers = needed.map(({ start, end }) => `${known.slice(start, end).trimEnd()}\n\n`)
  const head = code.slice(0, old.start)
  const here = new Set(importsOf(code, language))
  const imports = importsOf(known, language).filter((line) => !here.has(line))
  const lines = imports.map((line) => `${line}\n`).join('')
  const tail = code.slice(old.end)
  return { name: old.name, code: `${lines}${head}${helpers.join('')}${text}\n${tail}` }
}

/** A helper is named where it is defined, and once more where it is used. */
const mentions = (code: string, name: string): boolean => code.split(name).length > 2
