import { table } from '../../../language/table.ts'
import type { Edit, Proposal, Strategy } from '../strategy.ts'
import { best, propose, replace } from './edits.ts'
import { addImport } from './import-place.ts'
import { type Program, readProgram } from './program.ts'
import { wantedName } from './wanted-name.ts'

export const foreignNames: Strategy = {
  id: 'python/foreign-names',
  languages: ['python'],
  title: 'Calls the values and functions of other languages and of Python 2 by their names in Python',
  answers: ['NameError'],
  prior: 0.97,
  propose(fault) {
    const name = wantedName(fault)
    if (name === undefined) return []
    const program = readProgram(fault.code)
    return best([
      ...values(program, name),
      ...members(program, name),
      ...moved(program, name),
      ...comment(program, name),
    ])
  },
}

const VALUES = table<string>({
  true: 'True',
  TRUE: 'True',
  false: 'False',
  FALSE: 'False',
  null: 'None',
  NULL: 'None',
  nil: 'None',
  undefined: 'None',
  none: 'None',
  NONE: 'None',
  nullptr: 'None',
  Null: 'None',
  NaN: "float('nan')",
  Infinity: "float('inf')",
  xrange: 'range',
  raw_input: 'input',
  unicode: 'str',
  long: 'int',
  unichr: 'chr',
  basestring: 'str',
  file: 'open',
  String: 'str',
  Integer: 'int',
  Float: 'float',
  Boolean: 'bool',
  Number: 'float',
  parseInt: 'int',
  parseFloat: 'float',
  echo: 'print',
  puts: 'print',
  printf: 'print',
  println: 'print',
  printLn: 'print',
  Print: 'print',
  length: 'len',
  strlen: 'len',
  size: 'len',
  this: 'self',
  string: 'str',
  boolean: 'bool',
  Array: 'list',
  Exeption: 'Exception',
  StandardError: 'Exception',
  Error: 'Exception',
  maxint: 'sys.maxsize',
})

function values(program: Program, name: string): Proposal[] {
  const value = VALUES[name]
  if (value === undefined) return []
  const isFunction = ['len', 'print', 'int', 'float'].includes(value) && !['String'].includes(name)
  const all = Object.keys(VALUES).filter((each) => each === name || isLiteral(each))
  const edits = program.names.filter(
    ({ text, start }) => (text === name || (isLiteral(name) && all.includes(text))) && !isAttribute(program, start),
  )
  const isCalled = !isFunction || edits.some((token) => program.code[token.end] === '(')
  return isCalled
    ? [
        propose(
          edits.map((token) => replace(token, VALUES[token.text] ?? value)),
          `wrote "${value}" for "${name}"`,
          0.96,
        ),
      ]
    : []
}

const isLiteral = (name: string): boolean => ['True', 'False', 'None'].includes(VALUES[name] ?? '')
const isAttribute = ({ code }: Program, start: number): boolean =>
  /\.\s*$/.test(code.slice(Math.max(0, start - 3), start))

/** Functions that are members of a global object in other languages. */
const MEMBERS = table<Record<string, string>>({
  console: table({ log: 'print', error: 'print', info: 'print', warn: 'print', debug: 'print' }),
  JSON: table({ stringify: 'json.dumps', parse: 'json.loads' }),
  Math: table({
    floor: 'math.floor',
    ceil: 'math.ceil',
    sqrt: 'math.sqrt',
    pow: 'pow',
    abs: 'abs',
    max: 'max',
    min: 'min',
    round: 'round',
    PI: 'math.pi',
    random: 'random.random',
    sin: 'math.sin',
    cos: 'math.cos',
    log: 'math.log',
  }),
  Object: table({ keys: 'list', entries: 'dict.items', values: 'dict.values' }),
  System: table({ 'out.println': 'print', 'out.print': 'print', 'out.printf': 'print' }),
  Array: table({ isArray: 'isinstance' }),
})

function members(program: Program, name: string): Proposal[] {
  const known = MEMBERS[name]
  if (!known) return []
  const needed = new Set<string>()
  const edits: Edit[] = program.tokens.flatMap((token, index) => {
    if (token.text !== name || token.kind !== 'name') return []
    const [, , first, dot, second] = program.tokens.slice(index, index + 5)
    const long = dot?.text === '.' ? `${first?.text}.${second?.text}` : ''
    const last = known[long] ? second : first
    const python = known[long] ?? known[first?.text ?? '']
    if (python === undefined || !last || python === 'isinstance') return []
    const [module, member] = python.split('.')
    if (member && module && ['math', 'json', 'random'].includes(module)) needed.add(module)
    return [{ start: token.start, end: last.end, text: python }]
  })
  const imports = [...needed]
    .filter(
      (module) =>
        !program.statements.some(({ first, tokens }) => first.text === 'import' && tokens[1]?.text === module),
    )
    .map((module) => `import ${module}`)
  if (edits.length === 0) return []
  const all = imports.length ? [addImport(program, imports.join('\n')), ...edits] : edits
  return [propose(all, `wrote what "${name}" stands for in Python`, 0.96)]
}

/** `x = 1  // done`: read as a division by an undefined name. */
function comment({ lines }: Program, name: string): Proposal[] {
  const edits = lines.flatMap(({ tokens }) => {
    const at = tokens.findIndex(({ text }) => text === '//')
    const token = tokens[at]
    const isWords = tokens
      .slice(at + 1)
      .every(({ kind, text }) => kind === 'name' || kind === 'keyword' || text === '.' || text === ',')
    return token && tokens[at + 1]?.text === name && isWords ? [replace(token, '#')] : []
  })
  return edits.length ? [propose(edits, 'made a comment of what stands behind //', 0.97)] : []
}

/** Builtins of Python 2 that moved into modules. */
const MOVED = table<string>({
  reduce: 'functools',
  reload: 'importlib',
  intern: 'sys',
  izip: '',
  imap: '',
  ifilter: '',
  cmp: '',
})
const BUILT_IN = table<string>({ izip: 'zip', imap: 'map', ifilter: 'filter' })

function moved(program: Program, name: string): Proposal[] {
  const builtIn = BUILT_IN[name]
  const uses = program.names.filter(({ text, start }) => text === name && !isAttribute(program, start))
  if (builtIn)
    return [
      propose(
        uses.map((token) => replace(token, builtIn)),
        `wrote "${builtIn}" for "${name}"`,
        0.96,
      ),
    ]
  if (name === 'cmp')
    return [
      propose(addImport(program, 'def cmp(a, b):\n    return (a > b) - (a < b)\n'), 'defined the cmp of Python 2', 0.8),
    ]
  const module = MOVED[name]
  return module
    ? [propose(addImport(program, `from ${module} import ${name}`), `imported "${name}" from ${module}`, 0.95)]
    : []
}
