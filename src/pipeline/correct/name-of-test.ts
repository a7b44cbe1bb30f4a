import { plainName } from './near-names.ts'
import type { Fault, Proposal, Strategy } from './strategy.ts'

const MOST_PROPOSALS = 3

/**
 * A test says by which name the program is called: the definition has to follow. It gets a second name, so that all that calls it by the
 * first one still works.
 */
export const nameOfTest: Strategy = {
  id: 'any/name-of-test',
  languages: ['python', 'javascript', 'typescript'],
  title: 'Gives a function the name by which a test calls it',
  answers: ['NameError', 'ReferenceError'],
  prior: 0.9,
  propose(fault) {
    const { test, code, language, diagnosis } = fault
    const name = /^(?:name ')?([\p{L}_$][\p{L}\p{N}_$]*)'? is not defined/u.exec(diagnosis.message)?.[1]
    if (test === undefined || name === undefined || !callsOf(test, name).length || callsOf(code, name).length) return []
    const wanted = callsOf(test, name)
    const functions = functionsOf(fault)
    const fitting = functions.filter(({ takes }) => wanted.every((count) => takes(count)))
    return fitting
      .map((each): Proposal => {
        const isAlike =
          plainName(each.name) === plainName(name) || words(each.name).some((word) => words(name).includes(word))
        const sureness =
          plainName(each.name) === plainName(name) ? 0.97 : fitting.length === 1 ? 0.9 : isAlike ? 0.6 : 0.2
        const binding = language === 'python' ? `${name} = ${each.name}` : `const ${name} = ${each.name}`
        const text = `${code.endsWith('\n') ? '' : '\n'}\n${binding}\n`
        const edits = [{ start: code.length, end: code.length, text }]
        return { edits, why: `gave "${each.name}" the name "${name}", by which the test calls it`, sureness }
      })
      .sort((one, other) => other.sureness - one.sureness)
      .slice(0, MOST_PROPOSALS)
  },
}

interface OwnFunction {
  name: string
  takes(count: number): boolean
}

/** Functions at the top of the program: only these can be called from behind it. */
function functionsOf({ code, language }: Fault): OwnFunction[] {
  const pattern =
    language === 'python'
      ? /^(?:async\s+)?def\s+([\p{L}_]\w*)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)/gmu
      : /^(?:export\s+)?(?:async\s+)?(?:function\*?\s+([\w$]+)\s*|(?:const|let|var)\s+([\w$]+)\s*=\s*(?:async\s*)?(?:function\s*)?)\(([^()]*(?:\([^()]*\)[^()]*)*)\)/gm
  return [...code.matchAll(pattern)].map((found) => {
    const [name = '', parameters = ''] = found.slice(1).filter((group) => group !== undefined)
    const given = partsOf(parameters).filter((each) => !['/', '*'].includes(each))
    const isOpen = given.some((each) => each.startsWith('*') || each.startsWith('...'))
    const needed = given.filter((each) => !/^(?:\*|\.{3})|=/.test(each)).length
    // JavaScript drops arguments that a function has no parameter for; a test that hands them over means another function.
    return { name, takes: (count) => count >= needed && (isOpen || count <= given.length) }
  })
}

/** The numbers of arguments with which a name is called. */
function callsOf(code: string, name: string): number[] {
  const found: number[] = []
  const pattern = new RegExp(String.raw`(?<![\w$.]|\b(?:def|function)\s+)${name.replaceAll('$', '\\$')}\s*\(`, 'g')
  for (const { index, 0: head } of code.matchAll(pattern)) {
    const end = closing(code, index + head.length)
    if (end !== -1) found.push(partsOf(code.slice(index + head.length, end)).length)
  }
  return found
}

/** The place of the bracket that closes what was opened before `from`; -1 when none does. */
function closing(code: string, from: number): number {
  let depth = 1
  for (let at = from; at < code.length; at++) {
    const sign = code[at] ?? ''
    if (sign === '"' || sign === "'" || sign === '`') at = endOfText(code, at)
    else if ('([{'.includes(sign)) depth++
    else if (')]}'.includes(sign) && --depth === 0) return at
  }
  return -1
}

function endOfText(code: string, from: number): number {
  for (let at = from + 1; at < code.length; at++) {
    if (code[at] === '\\') at++
    else if (code[at] === code[from]) return at
  }
  return code.length
}

/** The parts between commas that are in no bracket and no text. */
function partsOf(list: string): string[] {
  const parts: string[] = []
  let start = 0
  for (let at = 0; at < list.length; at++) {
    const sign = list[at] ?? ''
    if (sign === '"' || sign === "'" || sign === '`') at = endOfText(list, at)
    else if ('([{'.includes(sign)) at = Math.max(at, closing(list, at + 1))
    else if (sign === ',') {
      parts.push(list.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, list.slice(start)].map((each) => each.trim()).filter((each) => each !== '')
}

const words = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
    .filter((word) => word.length > 2)
