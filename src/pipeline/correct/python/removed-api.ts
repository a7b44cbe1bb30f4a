import type { Token } from '../../../language/python/tokens.ts'
import type { Edit, Fault, Proposal, Strategy } from '../strategy.ts'
import { best, messageOf, propose, replace } from './edits.ts'
import { addImport } from './import-place.ts'
import { attributeTokens, wantedAttribute } from './misspelt-attribute.ts'
import { type Program, readProgram } from './program.ts'
import { REMOVED, REMOVED_MODULES } from './removed.ts'

export const removedApi: Strategy = {
  id: 'python/removed-api',
  languages: ['python'],
  title: 'Uses what took the place of functions and modules that were removed or renamed',
  answers: ['AttributeError', 'ImportError', 'ModuleNotFoundError', 'TypeError'],
  prior: 0.96,
  propose(fault) {
    const program = readProgram(fault.code)
    return best([...members(fault, program), ...imported(fault, program), ...modules(fault, program)])
  },
}

const placeOf = (name: string): { module: string; member: string } => {
  const at = name.lastIndexOf('.')
  return { module: name.slice(0, Math.max(at, 0)), member: name.slice(at + 1) }
}

const isImported = ({ statements }: Program, module: string): boolean =>
  statements.some(
    ({ tokens, first }) =>
      first.text === 'import' &&
      tokens
        .slice(1)
        .map(({ text }) => text)
        .join('')
        .split(',')
        .includes(module),
  )

/** `module 'collections' has no attribute 'Mapping'` */
function members(fault: Fault, program: Program): Proposal[] {
  const wanted = wantedAttribute(fault)
  const to = wanted?.isModule ? REMOVED[`${wanted.type}.${wanted.name}`] : undefined
  if (!wanted || to === undefined) return []
  const { module } = placeOf(to)
  const edits = attributeTokens(program, wanted.name).flatMap((token) => withObject(program, token, to))
  const root = module.split('.')[0] ?? ''
  const known =
    module === '' ||
    isImported(program, module) ||
    (isImported(program, root) && module !== 'collections.abc' && module === wanted.type) ||
    (root === 'os' && isImported(program, 'os')) ||
    aliasOf(program, wanted.type) !== undefined
  const all = known && module !== 'collections.abc' ? edits : [addImport(program, `import ${module}`), ...edits]
  return edits.length ? [propose(all, `wrote "${to}" for "${wanted.type}.${wanted.name}"`, 0.96)] : []
}

/** `np` for `numpy`. */
function aliasOf({ statements }: Program, module: string): string | undefined {
  const found = statements.find(({ tokens }) => tokens[1]?.text === module && tokens[2]?.text === 'as')
  return found?.tokens[3]?.text
}

function withObject({ tokens }: Program, token: Token, to: string): Edit[] {
  const at = tokens.indexOf(token)
  let first = at
  while (tokens[first - 1]?.text === '.' && tokens[first - 2]?.kind === 'name') first -= 2
  const start = tokens[first]
  const alias = start?.text ?? ''
  const text = to.startsWith('numpy.') && alias !== 'numpy' ? alias + to.slice(5) : to
  return start ? [{ start: start.start, end: token.end, text }] : []
}

/** `cannot import name 'Mapping' from 'collections'` */
function imported(fault: Fault, program: Program): Proposal[] {
  const found = messageOf(fault, /^cannot import name '(\w+)' from '([\w.]+)'/)
  const to = found ? REMOVED[`${found[2]}.${found[1]}`] : undefined
  const statement =
    found &&
    program.statements.find(
      ({ first, tokens }) => first.text === 'from' && tokens.some(({ text }) => text === found[1]),
    )
  if (!found || to === undefined || !statement) return []
  const { module, member } = placeOf(to)
  const why = `imported "${to}" for "${found[1]}"`
  const names = statement.tokens.slice(statement.tokens.findIndex(({ text }) => text === 'import') + 1)
  const isAlone = names.filter(({ kind, text }) => kind === 'name' && text !== 'as').length === 1
  const line =
    module === ''
      ? `${found[1]} = ${member}`
      : `from ${module} import ${member}${member === found[1] ? '' : ` as ${found[1]}`}`
  if (isAlone) return [propose({ start: statement.first.start, end: statement.last.end, text: line }, why, 0.96)]
  const at = names.findIndex(({ text }) => text === found[1])
  const [token, next, before] = [names[at], names[at + 1], names[at - 1]]
  if (!token) return []
  const drop =
    next?.text === ','
      ? { start: token.start, end: names[at + 2]?.start ?? next.end, text: '' }
      : { start: before?.start ?? token.start, end: token.end, text: '' }
  return [propose([addImport(program, line), drop], why, 0.95)]
}

/** `No module named 'urllib2'` */
function modules(fault: Fault, program: Program): Proposal[] {
  const name = messageOf(fault, /^No module named '([\w.]+)'/)?.[1]
  const to = name === undefined ? undefined : REMOVED_MODULES[name]
  if (name === undefined || to === undefined) return []
  const edits = program.statements.flatMap(({ tokens, first }) => {
    const token = tokens.find(({ text }, index) => text === name.split('.')[0] && index > 0)
    const isImport = first.text === 'import' || (first.text === 'from' && tokens[1] === token)
    if (!isImport || !token) return []
    const end = tokens[tokens.indexOf(token) + name.split('.').length * 2 - 2] ?? token
    const isNamed = first.text === 'from' || tokens[tokens.indexOf(end) + 1]?.text === 'as'
    return [replace({ start: token.start, end: end.end }, isNamed ? to : `${to} as ${name.split('.').at(-1)}`)]
  })
  return [propose(edits, `imported ${to} for ${name}`, 0.95)]
}
