import { editDistance } from '../../../contract/edit-distance.ts'
import { BUILTINS, EXCEPTIONS } from '../../../language/python/builtins.ts'
import type { Token } from '../../../language/python/tokens.ts'
import type { Fault, Proposal, Strategy } from '../strategy.ts'
import { type Definition, definitionsOf, enclosing, headerOf, visibleFrom } from './definitions.ts'
import { best, propose, replace } from './edits.ts'
import { nearNames } from './near-names.ts'
import { type Program, readProgram } from './program.ts'
import { idleParameter } from './renamed-parameter.ts'
import { usesOf } from './uses-of.ts'
import { suggestedName, wantedName } from './wanted-name.ts'

/** The likeness of two names that only the interpreter finds alike. */
const HINTED = 0.8

export const misspeltName: Strategy = {
  id: 'python/misspelt-name',
  languages: ['python'],
  title: 'Spells a name as it was defined',
  answers: ['NameError', 'UnboundLocalError'],
  prior: 0.92,
  propose(fault) {
    const name = wantedName(fault)
    if (name === undefined) return []
    const program = readProgram(fault.code)
    // A name that the test alone has is given by `any/name-of-test`, and nothing is renamed for it.
    if (fault.test !== undefined && usesOf(program, name).length === 0) return []
    const suggested = suggestedName(fault)
    const hint = suggested !== undefined && ownLoop(program, name).has(suggested) ? undefined : suggested
    const near = [...nearNames(name, candidates(fault, program, name)), ...affixed(name, fault, program)]
    const likely = near.filter((each) => !isSibling(program, name, each.name))
    // The interpreter compares all names in scope: its suggestion is worth a try even for the shortest name.
    const isNew = hint !== undefined && !likely.some((each) => each.name === hint)
    const meant = (isNew ? [{ name: hint, likeness: HINTED }, ...likely] : likely).filter(
      (each) => !isFarFromConstant(name, each.name) && !(isGiven(program, name) && BUILTINS.has(each.name)),
    )
    // A parameter is there to be used: another name that is used already is meant less often.
    const idle = idleParameter(program, name, fault.diagnosis.line ?? 0)
    const proposals = meant.slice(0, 4).flatMap(({ name: other, likeness }) => {
      const isLess = idle !== undefined && other !== idle && usesOf(program, other).length > 1
      const sureness = Math.min(0.97, likeness * (other === hint ? 1.04 : 1)) * (isLess ? USED_ALREADY : 1)
      const isHinted = other === hint && !isLess ? { isHinted: true } : {}
      return [
        { ...rename(program, { name, other, sureness }), ...isHinted },
        ...atDefinition(program, { name, other, sureness }),
      ]
    })
    return best([...proposals, ...keywords(program, name, fault.diagnosis.line)])
  },
}

const USED_ALREADY = 0.75

const CONSTANTS: ReadonlySet<string> = new Set(['True', 'False', 'None'])

/** `value` looks like `False`, but a lost variable is not a constant: that has to differ by a letter at most. */
const isFarFromConstant = (name: string, other: string): boolean =>
  CONSTANTS.has(other) && editDistance(name.toLowerCase(), other.toLowerCase()) > 1

/** `low1` beside `low2`, each used again and again: two variables, of which one has lost its first value. */
const isSibling = (program: Program, wanted: string, name: string): boolean =>
  withoutDigits(wanted) === withoutDigits(name) &&
  usesOf(program, wanted).length > 1 &&
  usesOf(program, name).length > 1

const withoutDigits = (name: string): string => name.replace(/\d+/g, '#')

/** Whether the program gives the name a value somewhere: nobody means a built-in function by it. */
function isGiven({ tokens }: Program, name: string): boolean {
  return tokens.some(({ text }, index) => {
    const [before, next] = [tokens[index - 1], tokens[index + 1]?.text ?? '']
    const startsLine = before === undefined || before.kind === 'newline'
    return text === name && startsLine && /^(?:=|[-+*/%|&]=|\*\*=|\/\/=)$/.test(next)
  })
}

function* candidates({ diagnosis, facts }: Fault, program: Program, wanted: string): Iterable<string> {
  const isAnnotated = program.names.some(({ text, start }) => text === wanted && isAnnotation(program, start))
  const loop = ownLoop(program, wanted)
  const mayBe = (name: string) => (isAnnotated || !TYPING.has(name)) && !loop.has(name)
  for (const name of namesAt(program, diagnosis.line ?? 1)) if (mayBe(name)) yield name
  yield* BUILTINS
  yield* EXCEPTIONS
  for (const name of facts.names ?? []) if (!name.startsWith('__') && mayBe(name)) yield name
}

/** A loop does not go over its own variable: `for node in near[nodes]`. */
function ownLoop({ statements }: Program, wanted: string): Set<string> {
  const heads = statements.filter(
    ({ first, tokens }) => first.text === 'for' && tokens.some(({ text }) => text === wanted),
  )
  const targets = heads.flatMap(({ tokens }) =>
    tokens.slice(
      1,
      tokens.findIndex(({ text }) => text === 'in'),
    ),
  )
  return new Set(targets.map(({ text }) => text))
}

/** Methods and fields of a class are no names inside of its methods. */
function namesAt(program: Program, line: number): string[] {
  const [inner] = enclosing(program, line)
  const visible = visibleFrom(program, line).filter(
    ({ scope }) => scope === undefined || scope === inner || headerOf(scope)?.kind !== 'class',
  )
  return visible.map(({ name }) => name)
}

/** Names of types say something in annotations: a program's value is none of them. */
const TYPING: ReadonlySet<string> = new Set('Any Callable Dict Generic List Optional Set Tuple Type Union'.split(' '))

const isAnnotation = ({ code }: Program, start: number): boolean =>
  /(?::|->|\[|,)\s*$/.test(code.slice(Math.max(0, start - 4), start))

/** `new_total` or `totals_list` for `total`: one known name, with a word before or behind. Built-ins are too short to be meant. */
function affixed(wanted: string, fault: Fault, program: Program): { name: string; likeness: number }[] {
  const visible = namesAt(program, fault.diagnosis.line ?? 1)
  const loop = ownLoop(program, wanted)
  const names = [...new Set([...visible, ...(fault.facts.names ?? [])])].filter(
    (name) => name !== wanted && !TYPING.has(name) && !loop.has(name),
  )
  const found = names.filter((name) => isAffixed(wanted, name) || isAffixed(name, wanted))
  return found.length === 1 ? found.map((name) => ({ name, likeness: 0.72 })) : []
}

/** Whether the longer name is the shorter one and a word, parted by `_`, a capital or a digit. */
function isAffixed(longer: string, shorter: string): boolean {
  if (shorter.length < SHORTEST_STEM || longer.length > 3 * shorter.length + 6) return false
  if (longer.startsWith(shorter)) return /^(?:_\w+|[A-Z]\w*|\d|s|es)$/.test(longer.slice(shorter.length))
  if (!longer.endsWith(shorter)) return false
  const before = longer.slice(0, -shorter.length)
  return before.endsWith('_') || (/^[A-Z]/.test(shorter) && /[a-z]$/.test(before))
}

const SHORTEST_STEM = 3

interface Renaming {
  name: string
  other: string
  sureness: number
}

/** Renames every use: a name without a definition is wrong everywhere. */
function rename(program: Program, { name, other, sureness }: Renaming): Proposal {
  const uses = usesOf(program, name).filter((token) => !isLabel(program, token))
  return propose(
    uses.map((token) => replace(token, other)),
    `wrote "${other}" for "${name}"`,
    sureness,
  )
}

/** The name of an argument in a call is not the variable. */
function isLabel({ tokens }: Program, token: Token): boolean {
  const at = tokens.indexOf(token)
  return at > 0 && tokens[at + 1]?.text === '=' && ['(', ','].includes(tokens[at - 1]?.text ?? '')
}

/** The definition is misspelt when nothing else uses its name. */
function atDefinition(program: Program, { name, other, sureness }: Renaming): Proposal[] {
  const definitions = definitionsOf(program).filter(
    (each: Definition) => each.name === other && each.kind !== 'attribute',
  )
  const [definition] = definitions
  if (!definition || definitions.length > 1 || usesOf(program, other).length > 1) return []
  const isBetter = countIn(program.code, name) > 1 || !isWord(other, name)
  const why = `called what is defined on line ${definition.token.line} "${name}", as it is used`
  return [propose(replace(definition.token, name), why, isBetter ? Math.min(0.98, sureness + 0.03) : sureness - 0.15)]
}

const countIn = (code: string, word: string): number => code.split(word).length - 1

/** Doubled or swapped letters of common names give a slip away. */
const isWord = (other: string, name: string): boolean => other.length >= name.length

/** `ture`, `none`: keywords that are values. */
function keywords(program: Program, name: string, line: number | undefined): Proposal[] {
  return nearNames(name, ['True', 'False', 'None', 'self', 'not', 'await', 'lambda']).flatMap(
    ({ name: other, likeness }) => {
      const uses = usesOf(program, name).filter((token) => other !== 'self' || token.line === line)
      return CONSTANTS.has(other) && !isFarFromConstant(name, other) && uses.length
        ? [
            propose(
              uses.map((token) => replace(token, other)),
              `wrote "${other}" for "${name}"`,
              likeness,
            ),
          ]
        : []
    },
  )
}
