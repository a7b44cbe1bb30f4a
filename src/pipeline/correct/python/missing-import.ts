import { STANDARD_MODULES } from '../../../language/python/standard-modules.ts'
import type { Token } from '../../../language/python/tokens.ts'
import { MODULE_OF, MODULES } from '../../../language/python/usual-imports.ts'
import { table } from '../../../language/table.ts'
import type { Fault, Proposal, Strategy } from '../strategy.ts'
import { best, insert, propose, replace } from './edits.ts'
import { addImport } from './import-place.ts'
import { type Program, readProgram } from './program.ts'
import { wantedName } from './wanted-name.ts'

export const missingImport: Strategy = {
  id: 'python/missing-import',
  languages: ['python'],
  title: 'Imports what a program uses without having imported it',
  answers: ['NameError'],
  prior: 0.97,
  propose(fault) {
    const name = wantedName(fault)
    if (name === undefined) return []
    const program = readProgram(fault.code)
    const uses = program.tokens.flatMap((token, index) => (token.text === name && token.kind === 'name' ? [index] : []))
    return best([
      ...asModule(program, name, uses),
      ...asMember(program, name, uses),
      ...unimported(fault, program, name),
    ])
  },
}

const isModuleUse = ({ tokens, names }: Program, name: string, uses: number[]): boolean =>
  uses.some((index) => tokens[index + 1]?.text === '.') ||
  // Tokens of an f-string are not among those of the program.
  (uses.length === 0 && names.some(({ text }) => text === name))

/** `np.array` and `json.dumps` */
function asModule(program: Program, name: string, uses: number[]): Proposal[] {
  const line = MODULES[name] ?? (STANDARD_MODULES.has(name) ? `import ${name}` : undefined)
  if (line === undefined || !isModuleUse(program, name, uses)) return []
  if (name === 'datetime') return asDatetime(program, uses)
  const part = submoduleOf(program, name, uses)
  return [propose(addImport(program, part ?? line), `added "${part ?? line}"`, 0.98)]
}

/** Modules inside of packages that an import of the package does not load. */
const SUBMODULES = table<string[]>({
  os: [],
  concurrent: ['futures'],
  urllib: ['request', 'parse', 'error'],
  xml: ['etree'],
  importlib: ['util', 'metadata', 'resources'],
  email: ['message', 'mime'],
  http: ['client', 'server'],
  unittest: ['mock'],
})

function submoduleOf({ tokens }: Program, name: string, uses: number[]): string | undefined {
  const [first = 0] = uses
  const member = tokens[first + 2]?.text ?? ''
  if (name === 'xml') return 'import xml.etree.ElementTree'
  return SUBMODULES[name]?.includes(member) ? `import ${name}.${member}` : undefined
}

/** Both the module and its class are called `datetime`: the member behind the dot shows which one was meant. */
function asDatetime(program: Program, uses: number[]): Proposal[] {
  const { tokens } = program
  const members = uses.map((index) => tokens[index + 2]?.text ?? '')
  const isModule = members.some((member) => ['datetime', 'timedelta', 'date', 'timezone', 'time'].includes(member))
  const line = isModule ? 'import datetime' : 'from datetime import datetime'
  return [propose(addImport(program, line), `added "${line}"`, 0.97)]
}

/** `Path(…)`, `defaultdict(…)`, `List[int]` */
function asMember(program: Program, name: string, uses: number[]): Proposal[] {
  const module = MODULE_OF.get(name)
  if (module === undefined) return []
  const beside = program.statements.find(
    ({ tokens, first }) =>
      first.text === 'from' &&
      tokens
        .map(({ text }) => text)
        .join('')
        .startsWith(`from${module}import`),
  )
  const why = `imported "${name}" from ${module}`
  if (beside && beside.last.text !== ')' && beside.last.text !== '*')
    return [propose(insert(beside.last.end, `, ${name}`), why, 0.97)]
  const isOnlyModule = isModuleUse(program, name, uses) && STANDARD_MODULES.has(name)
  return [
    propose(addImport(program, `from ${module} import ${name}`), why, isOnlyModule ? 0.5 : 0.95),
    ...qualified(program, { name, module, uses }),
  ]
}

/** `sqrt(2)` beside `import math` */
function qualified(
  program: Program,
  { name, module, uses }: { name: string; module: string; uses: number[] },
): Proposal[] {
  const isImported = program.statements.some(
    ({ tokens, first }) => first.text === 'import' && tokens[1]?.text === module,
  )
  const found = uses.map((index) => program.tokens[index]).filter((token): token is Token => token !== undefined)
  const edits = found.map((token) => replace(token, `${module}.${name}`))
  return isImported && edits.length ? [propose(edits, `wrote ${module}.${name}`, 0.94)] : []
}

/** Modules that the interpreter reports as importable. */
function unimported({ facts }: Fault, program: Program, name: string): Proposal[] {
  const isUsed = program.tokens.some(({ text }, index) => text === name && program.tokens[index + 1]?.text === '.')
  return isUsed && facts.modules?.includes(name) && MODULES[name] === undefined && !STANDARD_MODULES.has(name)
    ? [propose(addImport(program, `import ${name}`), `added "import ${name}"`, 0.9)]
    : []
}
