import type { Token } from '../../../language/python/tokens.ts'
import { MODULE_OF } from '../../../language/python/usual-imports.ts'
import { table } from '../../../language/table.ts'
import type { Fault, Proposal, Strategy } from '../strategy.ts'
import { best, insert, messageOf, propose, replace } from './edits.ts'
import { addImport } from './import-place.ts'
import { attributeTokens, wantedAttribute } from './misspelt-attribute.ts'
import { type Program, readProgram } from './program.ts'

export const moduleOrMember: Strategy = {
  id: 'python/module-or-member',
  languages: ['python'],
  title: 'Tells a module and what is in it apart, such as datetime and datetime.datetime',
  answers: ['AttributeError', 'TypeError', 'NameError'],
  prior: 0.93,
  propose(fault) {
    const program = readProgram(fault.code)
    return best([
      ...insideModule(fault, program),
      ...alreadyInside(fault, program),
      ...calledModule(fault, program),
      ...submodule(fault, program),
    ])
  },
}

/** Members of a class with the name of its module. */
const SAME_NAME = table<string[]>({
  datetime: 'now today strptime strftime fromtimestamp utcnow fromisoformat combine utcfromtimestamp'.split(' '),
  date: ['today'],
  time: [],
})

/** `datetime.now()` beside `import datetime` */
function insideModule(fault: Fault, program: Program): Proposal[] {
  const wanted = wantedAttribute(fault)
  if (!wanted?.isModule) return []
  const { type, name } = wanted
  if (!SAME_NAME[type]?.includes(name)) return usual(program, { type, name })
  const objects = uses(program, type).filter((token) => SAME_NAME[type]?.includes(memberOf(program, token)))
  return [
    propose(
      objects.map((token) => insert(token.end, `.${type}`)),
      `wrote "${type}.${type}"`,
      0.96,
    ),
  ]
}

/** The member belongs to another module. */
function usual(program: Program, { type, name }: { type: string; name: string }): Proposal[] {
  const module = MODULE_OF.get(name)
  if (module === undefined || module === type) return []
  const edits = attributeTokens(program, name).flatMap((token) => {
    const at = program.tokens.indexOf(token)
    const object = program.tokens[at - 2]
    return object ? [replace(object, module)] : []
  })
  return edits.length
    ? [propose([addImport(program, `import ${module}`), ...edits], `took "${name}" from ${module}`, 0.88)]
    : []
}

/** `datetime.datetime.now()` beside `from datetime import datetime` */
function alreadyInside(fault: Fault, program: Program): Proposal[] {
  const found = messageOf(fault, /^type object '(?:\w+\.)?(\w+)' has no attribute '(\w+)'/)
  const [, type, name = ''] = found ?? []
  if (
    type === undefined ||
    !['datetime', 'date', 'timedelta', 'timezone', 'time'].includes(name) ||
    type !== 'datetime'
  )
    return []
  const objects = uses(program, type).filter((token) => memberOf(program, token) === name)
  const isSame = name === type
  const drop = objects.flatMap((token) => {
    const at = program.tokens.indexOf(token)
    const member = program.tokens[at + 2]
    return member ? [replace({ start: token.start, end: member.end }, name)] : []
  })
  const line = program.statements.find(({ first, tokens }) => first.text === 'from' && tokens[1]?.text === 'datetime')
  const addition =
    isSame || !line || line.tokens.some(({ text }) => text === name) ? [] : [insert(line.last.end, `, ${name}`)]
  return [propose([...addition, ...drop], `wrote "${name}", which was imported by itself`, 0.95)]
}

const uses = ({ tokens, statements }: Program, name: string): Token[] => {
  const imports = new Set(
    statements.filter(({ first }) => first.text === 'import' || first.text === 'from').flatMap((each) => each.tokens),
  )
  return tokens.filter(
    (token, at) => token.text === name && token.kind === 'name' && tokens[at - 1]?.text !== '.' && !imports.has(token),
  )
}

const memberOf = ({ tokens }: Program, token: Token): string => {
  const at = tokens.indexOf(token)
  return tokens[at + 1]?.text === '.' ? (tokens[at + 2]?.text ?? '') : ''
}

/** `'module' object is not callable`: the member of the same name was meant. */
function calledModule(fault: Fault, program: Program): Proposal[] {
  if (!messageOf(fault, /^'module' object is not callable/)) return []
  return program.statements.flatMap(({ first, tokens, last }) => {
    const name = tokens[1]?.text ?? ''
    if (first.text !== 'import' || tokens.length !== 2) return []
    const called = uses(program, name).filter((token) => program.code[token.end] === '(')
    if (called.length === 0) return []
    const isUsedElse = uses(program, name).length > called.length
    const member = name === 'random' ? 'random' : name
    if (isUsedElse)
      return [
        propose(
          called.map((token) => insert(token.end, `.${member}`)),
          `called ${name}.${member}`,
          0.9,
        ),
      ]
    return [
      propose(
        replace({ start: first.start, end: last.end }, `from ${name} import ${member}`),
        `imported ${member} from ${name}`,
        0.9,
      ),
      propose(
        called.map((token) => insert(token.end, `.${member}`)),
        `called ${name}.${member}`,
        0.85,
      ),
    ]
  })
}

/** A submodule without its import: `import os` is enough for os.path, but not for all. */
function submodule(fault: Fault, program: Program): Proposal[] {
  const wanted = wantedAttribute(fault)
  if (!wanted?.isModule || !PACKAGES.has(`${wanted.type}.${wanted.name}`)) return []
  return [
    propose(addImport(program, `import ${wanted.type}.${wanted.name}`), `imported ${wanted.type}.${wanted.name}`, 0.97),
  ]
}

const PACKAGES = new Set(
  'urllib.request urllib.parse urllib.error concurrent.futures xml.etree xml.dom email.mime importlib.util importlib.metadata http.client http.server logging.handlers logging.config unittest.mock os.path collections.abc multiprocessing.pool json.tool wsgiref.simple_server scipy.stats scipy.optimize matplotlib.pyplot'.split(
    ' ',
  ),
)
