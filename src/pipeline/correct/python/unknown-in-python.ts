import { BUILTINS, EXCEPTIONS } from '../../../language/python/builtins.ts'
import { STAR_NAMES } from '../../../language/python/star-names.ts'
import { isOnlyAnnotated } from './annotated-names.ts'
import { definitionsOf } from './definitions.ts'
import { type Program, readProgram } from './program.ts'

/** Programs that make names at run time, or bind them in patterns: nothing is said about these. */
const MAKES_NAMES =
  /\b(?:exec|eval|globals|locals|vars|setattr|__getattr__|__dict__|__slots__|__builtins__|NameError)\b|^\s*case\b/m

const UNREAD_ANNOTATIONS = /^from __future__ import annotations\b/m

/** Names, and members of `self`, that the program uses and nothing in it defines. */
export function unknownInPython(code: string): string[] {
  const program = readProgram(code)
  const known = knownIn(program)
  if (!known || MAKES_NAMES.test(code)) return []
  const isUnread = (name: string) => UNREAD_ANNOTATIONS.test(code) && isOnlyAnnotated(program, name)
  return [...unknownNames(program, known).filter((name) => !isUnread(name)), ...unknownMembers(program, known)]
}

const DECLARES: ReadonlySet<string> = new Set(['import', 'from', 'global', 'nonlocal'])

/** Undefined when a module brings names that nobody knows here. */
function knownIn(program: Program): Set<string> | undefined {
  const known = new Set([...BUILTINS, ...EXCEPTIONS, 'self', 'cls', '_', '__class__', '__annotations__', '__spec__'])
  for (const { name } of definitionsOf(program)) known.add(name)
  for (const [index, { text, kind }] of program.tokens.entries()) {
    const next = program.tokens[index + 1]?.text
    // The name of an argument, an annotated name, or one that is bound in a way that the definitions leave out.
    if (kind === 'name' && (next === '=' || next === ':=' || next === ':')) known.add(text)
  }
  for (const { tokens } of program.statements) {
    if (DECLARES.has(tokens[0]?.text ?? '')) for (const { text } of tokens) known.add(text)
    if (tokens[0]?.text !== 'from' || tokens.at(-1)?.text !== '*') continue
    const names = STAR_NAMES[tokens[1]?.text ?? '']
    if (names === undefined || tokens[2]?.text !== 'import') return undefined
    for (const name of names.split(' ')) known.add(name)
  }
  return known
}

const unknownNames = ({ tokens }: Program, known: ReadonlySet<string>): string[] =>
  tokens.flatMap(({ kind, text }, index) =>
    kind === 'name' && tokens[index - 1]?.text !== '.' && !known.has(text) && !/Warning$|Error$/.test(text)
      ? [text]
      : [],
  )

/** `self.total` of a class without bases, when nothing in the program is called so. */
function unknownMembers({ tokens, statements }: Program, known: ReadonlySet<string>): string[] {
  const heads = statements.filter(({ first }) => first.text === 'class')
  const hasOthers = heads.some(
    ({ tokens: head }) => head[2]?.text === '(' && !['object', ')'].includes(head[3]?.text ?? ''),
  )
  const isDecorated = heads.some((head) => statements[statements.indexOf(head) - 1]?.first.text === '@')
  if (heads.length === 0 || hasOthers || isDecorated) return []
  const set = namesSet(tokens)
  return tokens.flatMap(({ kind, text }, index) => {
    const isMember = kind === 'name' && tokens[index - 1]?.text === '.' && tokens[index - 2]?.text === 'self'
    const isFresh = isMember && (!known.has(text) || BUILTINS.has(text)) && !text.startsWith('__')
    return isFresh && !set.has(text) ? [`self.${text}`] : []
  })
}

/** Attributes that get a value somewhere, and names of functions and classes. */
function namesSet(tokens: Program['tokens']): Set<string> {
  const found = tokens.filter((_, index) => {
    const [before, after] = [tokens[index - 1]?.text, tokens[index + 1]?.text ?? '']
    if (before === 'def' || before === 'class') return true
    return (before === '.' ? ['=', ',', ':', ')', ']'] : ['=', ':']).includes(after)
  })
  return new Set(found.map(({ text }) => text))
}
