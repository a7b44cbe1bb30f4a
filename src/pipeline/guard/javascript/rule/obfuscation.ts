import { argumentsOf, calleeOf, membersOf } from '../../../../language/javascript/nodes.ts'
import type { Node } from '../../../../language/tree/tree.ts'
import type { JavaScriptProgram } from '../program.ts'
import { ORIGIN } from '../read/origin.ts'
import { commandsOf, isWholeUnknown } from './commands-of.ts'
import { executedCode } from './executed-code.ts'
import { type JavaScriptRule, spotAt } from './javascript-rule.ts'

/** Names that nobody has a reason to spell in pieces. */
const HIDDEN = new Set([
  'eval',
  'Function',
  'constructor',
  'child_process',
  'node:child_process',
  'exec',
  'execSync',
  'spawn',
  'spawnSync',
  'execFile',
  'require',
  'mainModule',
  'binding',
  'vm',
  'fs',
  'net',
  '__proto__',
  'process',
  'globalThis',
  'setTimeout',
  'cookie',
])
const PACKED = /^eval\(function\(p,a,c,k,e,[dr]\)/
const TABLE_NAME = /\b_0x[0-9a-f]{1,8}\b/g

export const obfuscationRules: JavaScriptRule[] = [
  {
    id: 'javascript/decoded-code',
    family: 'obfuscation',
    severity: 'critical',
    title: 'Decodes a text and runs it',
    why: 'Code that is hidden until it runs has something to hide.',
    remedy: 'Write the code so that it can be read.',
    cwe: [506, 94],
    *find(program) {
      for (const { call, code } of executedCode(program)) {
        if (program.originsOf(code) & ORIGIN.decoded) yield spotAt(call.node)
      }
      for (const { call, text } of commandsOf(program)) {
        if (!(program.originsOf(text) & ORIGIN.decoded)) continue
        yield spotAt(call.node, { severity: isWholeUnknown(program, text) ? 'critical' : 'high' })
      }
      for (const call of program.callsTo('import', 'require')) {
        if (program.originsOf(call.inputs[0]) & ORIGIN.decoded) yield spotAt(call.node, { severity: 'high' })
      }
    },
  },
  {
    id: 'javascript/hidden-name',
    family: 'obfuscation',
    severity: 'high',
    title: 'Spells the name of something dangerous in pieces',
    why: 'Names are hidden from those who look for them.',
    remedy: 'Write the name out.',
    cwe: [506],
    *find(program) {
      for (const member of program.members) {
        const members = membersOf(member)
        if (members?.isComputed && isHidden(program, members.property)) yield spotAt(member)
        else if (isConstructed(program, member)) yield spotAt(member)
      }
      for (const call of program.callsTo('require', 'import', 'Reflect.get')) {
        const name = call.inputs.at(-1)
        if (name && isHidden(program, name)) yield spotAt(call.node)
      }
    },
  },
  {
    id: 'javascript/packed-code',
    family: 'obfuscation',
    severity: 'high',
    title: 'Is written so that nobody can read it',
    why: 'Nobody can tell what it does.',
    remedy: 'Use the source that it was made from.',
    cwe: [506],
    *find(program) {
      const { source } = program.tree
      for (const call of program.callsTo('eval'))
        if (PACKED.test(program.sourceOf(call.node).slice(0, 60))) yield spotAt(call.node)
      const names = new Set(source.match(TABLE_NAME))
      const first = source.search(/\b_0x[0-9a-f]{1,8}\b/)
      if (names.size >= 4) yield { start: first, end: first + 8 }
      else if (isSigns(source)) yield { start: 0, end: Math.min(source.length, 80) }
      for (const text of program.texts) {
        if (isEscaped(program.sourceOf(text).slice(0, 2000))) yield spotAt(text)
      }
    },
  },
  {
    id: 'javascript/encoded-text',
    family: 'obfuscation',
    severity: 'medium',
    title: 'Holds a long encoded text',
    why: 'Programs and keys are carried like that.',
    remedy: 'Keep data in a file that says what it is.',
    cwe: [506],
    *find(program) {
      for (const text of program.texts) {
        if (text.end - text.start < 500) continue
        const inner = program.sourceOf(text).slice(1, -1)
        const isEncoded = /^[A-Za-z0-9+/]{400,}={0,2}$/.test(inner) || /^[0-9a-f]{400,}$/i.test(inner)
        if (isEncoded && !/^(.)\1{100}/.test(inner)) yield spotAt(text)
      }
    },
  },
]

/** A composed or escaped name that turns out to be one of the hidden ones. */
function isHidden(program: JavaScriptProgram, node: Node): boolean {
  const name = program.constantOf(node)
  if (name === undefined || !HIDDEN.has(name.replace(/^node:/, ''))) return false
  if (node.type === 'VariableName' || node.type === 'MemberExpression') {
    const target = program.follow(node)
    return target.type !== 'String' ? target.type !== 'TemplateString' : isTable(program, node)
  }
  return node.type === 'String' || node.type === 'TemplateString' ? program.sourceOf(node).slice(1, -1) !== name : true
}

/** `names[3]` of a list of texts. */
const isTable = (program: JavaScriptProgram, node: Node): boolean =>
  node.type === 'MemberExpression' && program.follow(membersOf(node)?.object ?? node).type === 'ArrayExpression'

/** The constructor of a function makes functions from texts. */
function isConstructed(program: JavaScriptProgram, member: Node): boolean {
  const call = member.parent
  const isCalled =
    call !== undefined && /^(?:CallExpression|NewExpression)$/.test(call.type) && calleeOf(call) === member
  if (!isCalled || program.nameOf(member) !== 'Function' || argumentsOf(call).length === 0) return false
  return (
    program.constantOf(membersOf(member)?.property) === 'constructor' || /\.constructor$/.test(program.sourceOf(member))
  )
}

/** Programs of nothing but `[]()!+`. */
function isSigns(source: string): boolean {
  if (source.length < 200) return false
  const start = source.slice(0, 5000)
  return start.replace(/[[\]()!+{}$_~;:.,"'\s]/g, '').length < start.length * 0.08
}

/** Letters written as character codes without need. */
function isEscaped(text: string): boolean {
  const escapes = text.match(/\\x[2-7][0-9a-f]|\\u00[2-7][0-9a-f]/gi)?.length ?? 0
  return escapes >= 6 && escapes * 4 > text.length * 0.6
}
