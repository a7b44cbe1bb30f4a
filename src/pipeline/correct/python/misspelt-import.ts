import { STANDARD_MODULES } from '../../../language/python/standard-modules.ts'
import { MODULE_OF } from '../../../language/python/usual-imports.ts'
import type { Fault, Proposal, Strategy } from '../strategy.ts'
import { best, messageOf, propose, replace } from './edits.ts'
import { nearNames } from './near-names.ts'
import { type Program, readProgram } from './program.ts'
import { suggestedName } from './wanted-name.ts'

export const misspeltImport: Strategy = {
  id: 'python/misspelt-import',
  languages: ['python'],
  title: 'Spells a module, or what is taken from it, as it is called, or takes it from where it is',
  answers: ['ImportError', 'ModuleNotFoundError'],
  prior: 0.93,
  propose(fault) {
    const program = readProgram(fault.code)
    return best([...modules(fault, program), ...members(fault, program)])
  },
}

const INSTALLED = ['numpy', 'pandas', 'matplotlib', 'seaborn', 'scipy', 'requests', 'sklearn', 'yaml']

/** `No module named 'maths'`; the last part of a dotted name is the missing one. */
function modules(fault: Fault, program: Program): Proposal[] {
  const name = messageOf(fault, /^No module named '([\w.]+)'/)?.[1]
  if (name === undefined) return []
  const part = name.split('.').at(-1) ?? name
  const names = [...(fault.facts.modules ?? []), ...(name.includes('.') ? [] : [...STANDARD_MODULES, ...INSTALLED])]
  const near = nearNames(
    part,
    names.map((each) => each.split('.').at(-1) ?? each),
  ).slice(0, 4)
  const spelt = near.map(({ name: other, likeness }) => {
    const isKnown = fault.facts.modules === undefined || fault.facts.modules.includes(other)
    return rename(program, { part, other, sureness: isKnown ? likeness : likeness * 0.7 })
  })
  return [...spelt, ...asMember(program, part)]
}

/** Renames the module in imports and in its uses. */
function rename(
  program: Program,
  { part, other, sureness }: { part: string; other: string; sureness: number },
): Proposal {
  const aliased = program.statements.some(({ tokens }) =>
    tokens.some(({ text }, at) => text === part && tokens[at + 1]?.text === 'as'),
  )
  const isUsedRight = program.names.some(({ text }) => text === other)
  const uses = program.tokens.filter((token, index) => {
    if (token.text !== part || token.kind !== 'name') return false
    const inImport = program.statements.some(
      ({ first, tokens }) => (first.text === 'import' || first.text === 'from') && tokens.includes(token),
    )
    const isObject = program.tokens[index + 1]?.text === '.' && program.tokens[index - 1]?.text !== '.'
    return inImport || (isObject && !aliased && !isUsedRight)
  })
  return propose(
    uses.map((token) => replace(token, other)),
    `imported "${other}" for "${part}"`,
    sureness,
  )
}

/** `import defaultdict`: it is no module, but a member of one. */
function asMember(program: Program, name: string): Proposal[] {
  const module = MODULE_OF.get(name)
  const statement = program.statements.find(
    ({ first, tokens }) => first.text === 'import' && tokens.length === 2 && tokens[1]?.text === name,
  )
  if (module === undefined || !statement) return []
  return [
    propose(
      replace({ start: statement.first.start, end: statement.last.end }, `from ${module} import ${name}`),
      `imported "${name}" from ${module}`,
      0.95,
    ),
  ]
}

/** `cannot import name 'Conter' from 'collections'` */
function members(fault: Fault, program: Program): Proposal[] {
  const found = messageOf(fault, /^cannot import name '(\w+)' from '([\w.]+)'/)
  const [, name = '', module = ''] = found ?? []
  const statement =
    found &&
    program.statements.find(({ first, tokens }) => first.text === 'from' && tokens.some(({ text }) => text === name))
  if (!statement) return []
  const known = [...MODULE_OF].filter(([, from]) => from === module).map(([each]) => each)
  const hint = suggestedName(fault)
  const near = nearNames(name, [...(fault.facts.members ?? []), ...known, ...(hint ? [hint] : [])]).slice(0, 3)
  const spelt = near.map(({ name: other, likeness }) => {
    const isUsedRight = program.names.some(({ text }) => text === other)
    const uses = program.names.filter(
      (token) => token.text === name && (!isUsedRight || statement.tokens.includes(token)),
    )
    return propose(
      uses.map((token) => replace(token, other)),
      `imported "${other}" for "${name}"`,
      likeness,
    )
  })
  return [...spelt, ...elsewhere(program, { name, module })]
}

/** Another module of the standard library has the name. */
function elsewhere(program: Program, { name, module }: { name: string; module: string }): Proposal[] {
  const other = MODULE_OF.get(name)
  const statement = program.statements.find(
    ({ first, tokens }) => first.text === 'from' && tokens.at(-1)?.text === name && tokens.at(-2)?.text === 'import',
  )
  if (other === undefined || other === module || !statement) return []
  const [, start] = statement.tokens
  const end = statement.tokens.at(-3)
  return start && end
    ? [propose(replace({ start: start.start, end: end.end }, other), `imported "${name}" from ${other}`, 0.95)]
    : []
}
