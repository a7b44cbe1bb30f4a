import { plainName } from '../../contract/near-names.ts'
import { tokenize as tokenizeJavascript } from '../../language/javascript/tokens.ts'
import { type Token as PythonToken, tokenize as tokenizePython } from '../../language/python/tokens.ts'
import type { Proposal, Strategy } from './strategy.ts'

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
  propose({ test, code, language, diagnosis }) {
    const name = /^(?:name ')?([\p{L}_$][\p{L}\p{N}_$]*)'? is not defined/u.exec(diagnosis.message)?.[1]
    if (test === undefined || name === undefined) return []
    const tokens = tokensOf(code, language)
    const wanted = callsOf(tokensOf(test, language), name)
    const methods = methodsLike(tokens, name, language)
    // The head of a method reads as a call.
    const isCalled = callsOf(tokens, name).length > (language === 'python' ? 0 : methods.length)
    if (wanted.length === 0 || isCalled) return []
    const functions = functionsOf(code, tokens).filter(({ takes }) => wanted.every((count) => takes(count)))
    const fitting = [...functions, ...classesLike(code, tokens, name), ...methods]
    return fitting
      .map((each): Proposal => {
        const isSame = plainName(each.name) === plainName(name)
        const sureness = isSame ? 0.97 : fitting.length === 1 ? 0.9 : isAlike(name, each.name) ? 0.6 : 0.2
        const binding =
          each.binding ?? (language === 'python' ? `${name} = ${each.name}` : `const ${name} = ${each.name}`)
        const text = `${code.endsWith('\n') ? '' : '\n'}\n${binding}\n`
        const edits = [{ start: code.length, end: code.length, text }]
        return { edits, why: `gave "${each.name}" the name "${name}", by which the test calls it`, sureness }
      })
      .sort((one, other) => other.sureness - one.sureness)
      .slice(0, MOST_PROPOSALS)
  },
}

/** A class under another spelling of the name: the test makes objects of it. */
const classesLike = (code: string, tokens: Token[], name: string): OwnFunction[] =>
  tokens.flatMap((token, index) => {
    const own = tokens[index + 1]?.text ?? ''
    const isTop = token.start === 0 || code[token.start - 1] === '\n'
    const isAlike = plainName(own) === plainName(name)
    return isTop && token.text === 'class' && isAlike ? [{ name: own, takes: () => true }] : []
  })

/** A method so called, of a class whose objects need nothing to be made: the test calls it without one. */
function methodsLike(tokens: Token[], name: string, language: string): OwnFunction[] {
  const isPython = language === 'python'
  if (tokens.some(({ text }) => text === (isPython ? '__init__' : 'constructor'))) return []
  return tokens.flatMap(({ text: own }, index) => {
    const isDefined = isPython
      ? tokens[index - 1]?.text === 'def' && tokens[index + 2]?.text === 'self'
      : tokens[index + 1]?.text === '(' && [';', '}', '{'].includes(tokens[index - 1]?.text ?? '')
    if (!isDefined || plainName(own) !== plainName(name)) return []
    const holder = tokens.findLast(({ kind }, at) => at < index && kind === 'name' && tokens[at - 1]?.text === 'class')
    if (!holder) return []
    const binding = isPython
      ? `${name} = ${holder.text}().${own}`
      : `const ${name} = (...given) => new ${holder.text}().${own}(...given)`
    return [{ name: own, binding, takes: () => true }]
  })
}

/** Whether the name that a program ends with is another one than that of the function that got it, and no other spelling of it. */
export function isNamedAfresh(code: string): boolean {
  const [, name = '', other = ''] = /\n(\w+) = (\w+)\s*$/.exec(code) ?? []
  return name !== '' && plainName(name) !== plainName(other)
}

const isAlike = (name: string, other: string): boolean => words(other).some((word) => words(name).includes(word))

interface OwnFunction {
  name: string
  /** The text that gives it the other name, where that is no plain one. */
  binding?: string
  takes(count: number): boolean
}

type Token = Pick<PythonToken, 'text' | 'start'> & { kind: string }

const tokensOf = (code: string, language: string): Token[] =>
  (language === 'python' ? tokenizePython : tokenizeJavascript)(code).filter(
    ({ kind }) => kind !== 'comment' && kind !== 'newline',
  )

const DECLARERS = ['const', 'let', 'var']

/** Functions at the top of the program, where a line begins: only these can be called from behind it. */
function functionsOf(code: string, tokens: Token[]): OwnFunction[] {
  return tokens.flatMap((token, index) => {
    if (token.start > 0 && code[token.start - 1] !== '\n') return []
    const skip = (at: number, ...texts: string[]) => at + Number(texts.includes(tokens[at]?.text ?? ''))
    const head = skip(skip(index, 'export'), 'async')
    const isValue = DECLARERS.includes(tokens[head]?.text ?? '')
    if (!isValue && !['def', 'function'].includes(tokens[head]?.text ?? '')) return []
    const name = isValue ? head + 1 : skip(head + 1, '*')
    const value = skip(skip(name, tokens[name]?.text ?? ''), '=')
    const list = isValue ? skip(skip(value, 'async'), 'function') : value
    const parameters = partsAt(tokens, list)
    return parameters && tokens[name]?.kind === 'name' ? [functionOf(tokens[name].text, parameters)] : []
  })
}

function functionOf(name: string, parameters: Token[][]): OwnFunction {
  const isOpen = (part: Token[]) => /^(?:\*|\.{3})/.test(part[0]?.text ?? '')
  const given = parameters.filter((part) => part.length > 1 || !['/', '*'].includes(part[0]?.text ?? ''))
  const needed = given.filter((part) => !isOpen(part) && !part.some(({ text }) => text === '=')).length
  // JavaScript drops arguments that a function has no parameter for; a test that hands them over means another function.
  return { name, takes: (count) => count >= needed && (given.some(isOpen) || count <= given.length) }
}

/** The numbers of arguments with which a name is called. */
function callsOf(tokens: Token[], name: string): number[] {
  return tokens.flatMap(({ kind, text }, index) => {
    const isOther = ['.', '?.', 'def', 'function'].includes(tokens[index - 1]?.text ?? '')
    if (kind !== 'name' || text !== name || isOther) return []
    return partsAt(tokens, index + 1)?.length ?? []
  })
}

/** The parts between the commas of a list in parentheses; none where no list begins, or where it never ends. */
function partsAt(tokens: Token[], open: number): Token[][] | undefined {
  if (tokens[open]?.text !== '(') return undefined
  const parts: Token[][] = [[]]
  let depth = 1
  for (const token of tokens.slice(open + 1)) {
    if (/^[([{]$/.test(token.text)) depth++
    else if (/^[)\]}]$/.test(token.text) && --depth === 0) return parts.filter(({ length }) => length > 0)
    if (depth === 1 && token.text === ',') parts.push([])
    else parts.at(-1)?.push(token)
  }
  return undefined
}

const words = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
    .filter((word) => word.length > 2)
