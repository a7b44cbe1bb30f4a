import { propertiesOf } from '../../../../language/javascript/nodes.ts'
import type { Node } from '../../../../language/tree/tree.ts'
import type { Call, JavaScriptProgram } from '../program.ts'
import { GIVEN, ORIGIN } from '../read/origin.ts'
import { HOLE } from '../read/reading.ts'
import { type JavaScriptRule, spotAt } from './javascript-rule.ts'

const SQL =
  /^\s*\(?(?:select\b[\s\S]*\bfrom\b|insert\s+into\b|update\b[\s\S]*\bset\b|delete\s+from\b|drop\s|alter\s+table|create\s+(?:table|user|database)|truncate\s|replace\s+into|merge\s+into|with\s+\w+\s+as|grant\s|exec(?:ute)?\s|call\s|match\s*\()/i
const SINKS = new Set(
  'query execute exec run all get each raw prepare one any many none oneOrNone manyOrNone whereRaw orderByRaw havingRaw selectRaw joinRaw fromRaw $queryRawUnsafe $executeRawUnsafe queryRawUnsafe where andWhere orWhere having andHaving unsafe literal batch executeSql simpleQuery queryAsync multi'.split(
    ' ',
  ),
)
const PIECES = /^(?:raw|literal|where|andWhere|orWhere|having|andHaving)$/
const RAW = /^(?:whereRaw|orderByRaw|havingRaw|joinRaw|\$queryRawUnsafe|\$executeRawUnsafe)$/
const FINDING =
  /^(?:find|findOne|findOneAndUpdate|findOneAndDelete|findOneAndReplace|findAndModify|updateOne|updateMany|deleteOne|deleteMany|count|countDocuments|distinct|aggregate|remove|replaceOne|exists|where)$/

export const queryRules: JavaScriptRule[] = [
  {
    id: 'javascript/sql-injection',
    family: 'sql',
    severity: 'high',
    title: 'Builds SQL from parts that somebody else wrote',
    why: 'A quote in such a part changes what the statement does.',
    remedy: 'Write `?` or `$1` in the statement and give the values beside it.',
    cwe: [89],
    *find(program) {
      const told = new Set<Node>()
      for (const { node, method, inputs } of program.calls) {
        const text = SINKS.has(method) ? statementOf(program, inputs[0]) : undefined
        const shape = program.shapeOf(text)
        if (!text || !shape?.includes(HOLE) || !isStatement(shape.slice(0, 3000), method)) continue
        told.add(program.follow(text))
        const origins = program.originsOf(text)
        yield spotAt(node, { severity: origins & GIVEN ? 'high' : 'medium' })
      }
      for (const { node, name, inputs } of program.calls) {
        const isWhole = /(?:^|\.)(?:literal|orderByRaw|whereRaw|\$queryRawUnsafe)$/.test(name)
        if (isWhole && program.shapeOf(inputs[0]) === undefined && program.originsOf(inputs[0]) & ORIGIN.request)
          yield spotAt(node)
      }
      yield* builtOnly(program, told)
    },
  },
  {
    id: 'javascript/nosql-injection',
    family: 'sql',
    severity: 'high',
    title: 'Asks a database with a filter that a client shaped',
    why: 'A client who sends `{"$ne": null}` for a password matches everyone.',
    remedy: 'Turn each value into a `String`, and name the fields one by one.',
    cwe: [943],
    *find(program) {
      for (const call of program.calls) {
        const severity = FINDING.test(call.method) ? filterRisk(program, call) : undefined
        if (severity) yield spotAt(call.node, { severity })
      }
      for (const { node, method, inputs } of program.calls) {
        if (/^(?:\$where|mapReduce)$/.test(method) && inputs.some((input) => program.originsOf(input) & ORIGIN.request))
          yield spotAt(node)
        const isWholeRequest = /^(?:event|req|request)\.(?:body|query|params)$/.test(
          inputs[0] ? program.sourceOf(inputs[0]) : '',
        )
        if (/^(?:scan|query)$/.test(method) && isWholeRequest) yield spotAt(node, { severity: 'medium' })
      }
      for (const object of program.objects) {
        const where = program.propertyOf(object, '$where') ?? program.propertyOf(object, '$function')
        const pattern = program.propertyOf(object, '$regex')
        if (pattern && program.originsOf(pattern) & ORIGIN.request) yield spotAt(object)
        if (where && program.originsOf(where) & GIVEN) yield spotAt(object)
      }
    },
  },
  {
    id: 'javascript/destructive-sql',
    family: 'sql',
    severity: 'medium',
    title: 'Deletes whole tables or all of their rows',
    why: 'What is deleted cannot be had back.',
    remedy: 'Say which rows are meant, and keep a copy.',
    cwe: [732],
    *find(program) {
      for (const { node, method, inputs, name } of program.calls) {
        const text = SINKS.has(method) ? program.shapeOf(inputs[0]) : undefined
        if (text && /^\s*drop\s+(?:database|schema)\b/i.test(text)) yield spotAt(node, { severity: 'high' })
        else if (text && /^\s*(?:drop\s+table|truncate)\b|^\s*delete\s+from\s+[\w."`]+\s*;?\s*$/i.test(text))
          yield spotAt(node)
        else if (method === 'dropDatabase') yield spotAt(node, { severity: 'high' })
        else if (
          /^(?:deleteMany|destroy)$/.test(method) &&
          /^\{\s*(?:truncate:\s*true\s*)?\}$/.test(inputs[0] ? program.sourceOf(inputs[0]) : '')
        ) {
          yield spotAt(node)
        } else if (
          method === 'sync' &&
          /force:\s*true/.test(inputs[0] ? program.sourceOf(inputs[0]) : '') &&
          name.includes('.')
        ) {
          yield spotAt(node)
        }
      }
    },
  },
  {
    id: 'javascript/sql-host-access',
    family: 'sql',
    severity: 'high',
    title: 'Lets a database run commands or touch files of its host',
    why: 'The database is a way out of every wall around the program.',
    remedy: 'Leave commands and files to the program.',
    cwe: [78, 89],
    *find(program) {
      const pattern =
        /\bxp_cmdshell\b|\bcopy\s[^;]{0,200}\b(?:to|from)\s+program\b|\bload_file\s*\(|\binto\s+(?:out|dump)file\b|\bload_extension\s*\(|\bpg_read_file\s*\(/i
      for (const text of program.texts)
        if (pattern.test(program.shapeOf(text)?.slice(0, 5000) ?? '')) yield spotAt(text)
    },
  },
  {
    id: 'javascript/directory-injection',
    family: 'sql',
    severity: 'high',
    title: 'Builds an LDAP filter or an XPath from parts that somebody else wrote',
    why: 'Signs such as `*)(` change whom the question is about.',
    remedy: 'Escape the parts, or use the parameters that the library offers.',
    cwe: [90, 643],
    *find(program) {
      const given = GIVEN & ~ORIGIN.file
      for (const text of [...program.ofType('TemplateString'), ...program.ofType('BinaryExpression')]) {
        const shape = program.shapeOf(text)?.slice(0, 1000)
        if (!shape?.includes(HOLE) || !(program.originsOf(text) & given)) continue
        const isFilter = /^\(?[&|]?\(*(?:uid|cn|mail|sAMAccountName|objectClass|ou|memberOf|sn)=/i.test(shape)
        const isPath = /^\/\/?\w+[^\uFFFC]{0,80}\[[^\]\uFFFC]{0,80}=\s*['"]\uFFFC/.test(shape)
        if (isFilter || isPath) yield spotAt(text)
      }
    },
  },
]

/** `raw` makes pieces of statements too; a quoted text distinguishes them from other raw values. */
const isStatement = (shape: string, method: string): boolean =>
  SQL.test(shape) || RAW.test(method) || (PIECES.test(method) && /(?:=|<|>|like|in)\s{0,3}\(?'%?\uFFFC/i.test(shape))

/** The statement itself, or the property of an object that holds it. */
const statementOf = (program: JavaScriptProgram, given: Node | undefined): Node | undefined =>
  given && (program.propertyOf(given, 'text') ?? program.propertyOf(given, 'sql') ?? given)

/** Statements that are built for a use that the reader cannot see. */
function* builtOnly(program: JavaScriptProgram, told: ReadonlySet<Node>) {
  for (const node of [...program.ofType('TemplateString'), ...program.ofType('BinaryExpression')]) {
    if (told.has(node) || node.parent?.type === 'BinaryExpression' || node.parent?.type === 'TaggedTemplateExpression')
      continue
    const shape = program.shapeOf(node)
    if (!shape?.includes(HOLE) || !SQL.test(shape.slice(0, 3000)) || !/=|values|like|from\s+\uFFFC/i.test(shape))
      continue
    if (isTold(program, node, told)) continue
    const origins = program.originsOf(node)
    const isQuoted = shape.includes(`'${HOLE}`) || shape.includes(`"${HOLE}`) || shape.includes(`%${HOLE}`)
    const isHigh = origins & (ORIGIN.request | ORIGIN.input) || (isQuoted && origins & ORIGIN.parameter)
    if (origins & GIVEN) yield spotAt(node, { severity: isHigh ? 'high' : 'medium' })
  }
}

/** Whether the node stands in a call that was already reported. */
function isTold(program: JavaScriptProgram, node: Node, told: ReadonlySet<Node>): boolean {
  for (let outer: Node | undefined = node; outer && outer.type !== 'Block'; outer = outer.parent)
    if (told.has(outer)) return true
  return told.has(program.follow(node))
}

function filterRisk(program: JavaScriptProgram, { inputs, name }: Call): 'high' | 'medium' | undefined {
  const [filter] = inputs
  if (!filter || /^(?:\[\]|''|\/)/.test(name)) return undefined
  const target = program.follow(filter)
  if (target.type !== 'ObjectExpression') {
    const isWhole = /^\$?(?:req|request|ctx\.request)\.(?:body|query)|^JSON\.parse\(\)$/.test(program.nameOf(filter))
    return isWhole && program.originsOf(filter) & ORIGIN.request ? 'high' : undefined
  }
  const foreign = propertiesOf(target).filter(({ value }) => isForeignValue(program, value))
  if (foreign.length === 0) return undefined
  return foreign.some(({ key }) => /pass|pwd|token|secret|pin|otp|code/i.test(program.sourceOf(key)))
    ? 'high'
    : 'medium'
}

/** A composed text is always a text, never an object. */
const isForeignValue = (program: JavaScriptProgram, value: Node): boolean =>
  (program.originsOf(value) & ORIGIN.request) !== 0 &&
  program.shapeOf(value) === undefined &&
  // A parameter of a path is always a text.
  !/^\$?\w+\.params\b/.test(program.nameOf(value)) &&
  !/^String\(\)$|\.toString\(\)$|\.trim\(\)$/.test(program.nameOf(value))
