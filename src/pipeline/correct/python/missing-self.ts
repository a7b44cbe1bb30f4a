import { BUILTINS } from '../../../language/python/builtins.ts'
import { table } from '../../../language/table.ts'
import type { Edit, Fault, Proposal, Strategy } from '../strategy.ts'
import { type Definition, definitionsOf, enclosing, headerOf, parametersOf, visibleFrom } from './definitions.ts'
import { best, insert, messageOf, propose } from './edits.ts'
import { type Program, readProgram, type Statement } from './program.ts'
import { withoutSelf } from './static-method.ts'
import { wantedName } from './wanted-name.ts'

export const missingSelf: Strategy = {
  id: 'python/missing-self',
  languages: ['python'],
  title: 'Gives a method its self, and what belongs to the object its "self."',
  answers: ['NameError', 'TypeError', 'AttributeError', 'UnboundLocalError'],
  prior: 0.93,
  propose(fault) {
    const program = readProgram(fault.code)
    return best([
      ...undefinedSelf(fault, program),
      ...surplusArgument(fault, program),
      ...member(fault, program),
      ...attribute(fault, program),
      ...surplusSelf(fault, program),
    ])
  },
}

/** Adds `self` as the first parameter of a method. */
function giveSelf(method: Statement): Proposal[] {
  const open = method.tokens.find(({ text }) => text === '(')
  const name = method.tokens[headerOf(method)?.index ?? 1]
  if (!open || !name || parametersOf(method)[0]?.text === 'self') return []
  const hasMore = method.tokens[method.tokens.indexOf(open) + 1]?.text !== ')'
  return [propose(insert(open.end, hasMore ? 'self, ' : 'self'), `gave the method "${name.text}" its self`, 0.97)]
}

/** The method around a line, if it stands in a class. */
function methodAround(program: Program, line: number | undefined): Statement | undefined {
  const around = enclosing(program, line ?? 1)
  const at = around.findIndex((each) => headerOf(each)?.kind === 'class')
  return at > 0 ? around[at - 1] : undefined
}

const isPlain = ({ statements }: Program, method: Statement): boolean => {
  const before = statements[statements.indexOf(method) - 1]
  return before?.first.text !== '@' || !['staticmethod', 'classmethod'].includes(before.tokens[1]?.text ?? '')
}

/** `name 'self' is not defined` */
function undefinedSelf(fault: Fault, program: Program): Proposal[] {
  if (wantedName(fault) !== 'self') return []
  const method = methodAround(program, fault.diagnosis.line)
  return method && isPlain(program, method) ? giveSelf(method) : []
}

/** `C.m() takes 0 positional arguments but 1 was given` */
function surplusArgument(fault: Fault, program: Program): Proposal[] {
  const found = messageOf(
    fault,
    /^(?:(\w+)\.)?(\w+)\(\) (?:takes (?:from )?\d+(?: to \d+)? positional arguments? but \d+ (?:was|were) given|got multiple values for argument|takes no arguments|missing \d+ required positional)/,
  )
  // Methods that are called by their class are meant to be static.
  if (!found || withoutSelf(fault, program).length > 0) return []
  return definitionsOf(program).flatMap(({ name, kind, statement, scope }) => {
    const isMethod =
      kind === 'function' && name === found[2] && scope !== undefined && headerOf(scope)?.kind === 'class'
    const method = isMethod ? statement : undefined
    return method && isPlain(program, method) ? giveSelf(method) : []
  })
}

/** A method or attribute of the class is used like a variable. */
function member(fault: Fault, program: Program): Proposal[] {
  const name = wantedName(fault)
  const method = methodAround(program, fault.diagnosis.line)
  if (name === undefined || !method || parametersOf(method)[0]?.text !== 'self') return []
  const own = enclosing(program, fault.diagnosis.line ?? 1).find((each) => headerOf(each)?.kind === 'class')
  const isMember = definitionsOf(program).some(
    (each) => each.name === name && (each.kind === 'attribute' || each.scope === own),
  )
  if (!isMember) return []
  const uses = program.names.filter(
    (token) => token.text === name && isBare(program, token) && isFree(program, { name, line: token.line, own }),
  )
  const edits: Edit[] = uses.map(({ start }) => insert(start, 'self.'))
  return [propose(edits, `wrote "self.${name}"`, 0.96)]
}

/** Whether the name is neither already an attribute nor a keyword argument. */
const isBare = ({ code }: Program, { start, end }: { start: number; end: number }): boolean =>
  code[start - 1] !== '.' &&
  !(/^\s*=[^=]/.test(code.slice(end, end + 5)) && /[(,]\s*$/.test(code.slice(Math.max(0, start - 40), start)))

/** Whether the line is in a method of the class without a variable of that name. */
function isFree(
  program: Program,
  { name, line, own }: { name: string; line: number; own: Statement | undefined },
): boolean {
  const around = enclosing(program, line)
  const method = around.find((each) => headerOf(each)?.kind === 'function')
  if (!method || !around.includes(own ?? method) || parametersOf(method)[0]?.text !== 'self') return false
  return !definitionsOf(program).some(
    (each) => each.name === name && each.scope === method && each.kind !== 'attribute',
  )
}

/** `name = name` in `__init__`, where the object should keep the value. */
function attribute(fault: Fault, program: Program): Proposal[] {
  const found = messageOf(fault, /^'(\w+)' object has no attribute '(\w+)'/)
  if (!found) return []
  const target = definitionsOf(program).find(({ name, kind, scope }) => {
    if (name !== found[2] || kind !== 'variable' || !scope) return false
    return ['__init__', '__post_init__', 'setup', 'setUp'].includes(
      scope.tokens[headerOf(scope)?.index ?? 1]?.text ?? '',
    )
  })
  return target ? [propose(insert(target.token.start, 'self.'), `kept "${target.name}" in the object`, 0.95)] : []
}

/** Words of other languages for a built-in. */
const OTHER_WORDS = table<string>({ length: 'len', size: 'len', maximum: 'max', minimum: 'min' })

/** `self.min(…)` where the object has none, and Python, an import or the function around has. */
function surplusSelf(fault: Fault, program: Program): Proposal[] {
  const name = messageOf(fault, /^'\w+' object has no attribute '(\w+)'/)?.[1]
  if (name === undefined) return []
  const visible = visibleFrom(program, fault.diagnosis.line ?? 1)
  const isKnown = BUILTINS.has(name) || visible.some((each) => each.name === name)
  const known = isKnown ? name : (OTHER_WORDS[name] ?? inOtherCase(name, visible))
  const { tokens } = program
  const members = new Set(definitionsOf(program).map((each) => each.name))
  // One who writes `self.min` writes `self.max` too.
  const isAlso = (text: string) => BUILTINS.has(name) && BUILTINS.has(text) && !members.has(text)
  const edits = tokens.flatMap((token, at): Edit[] => {
    const next = tokens[at + 2]
    if (token.text !== 'self' || tokens[at + 1]?.text !== '.' || !next) return []
    const isCalled = tokens[at + 3]?.text === '('
    if (next.text !== name)
      return isCalled && isAlso(next.text) ? [{ start: token.start, end: next.start, text: '' }] : []
    if (isKnown) return [{ start: token.start, end: next.start, text: '' }]
    return known && (isCalled || !OTHER_WORDS[name]) ? [{ start: token.start, end: next.end, text: known }] : []
  })
  const why = isKnown ? `took "self." away from "${name}"` : `wrote "${known}" for "self.${name}"`
  return known && edits.length > 0 ? [propose(edits, why, 0.9)] : []
}

/** `self.Total` for the variable `total`. */
function inOtherCase(name: string, visible: readonly Definition[]): string | undefined {
  const found = new Set(
    visible
      .filter((each) => each.scope !== undefined && headerOf(each.scope)?.kind === 'function')
      .map((each) => each.name)
      .filter((each) => each.toLowerCase() === name.toLowerCase()),
  )
  return found.size === 1 ? [...found][0] : undefined
}
