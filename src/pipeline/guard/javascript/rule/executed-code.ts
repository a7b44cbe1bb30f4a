import { isFunction } from '../../../../language/javascript/nodes.ts'
import type { Node } from '../../../../language/tree/tree.ts'
import type { Call, JavaScriptProgram } from '../program.ts'
import { FOREIGN, ORIGIN } from '../read/origin.ts'

export const EVALUATORS = [
  'eval',
  'Function',
  'execScript',
  'GeneratorFunction',
  'AsyncFunction',
  'vm.runInThisContext',
]
export const CONTEXTS = [
  'vm.runInNewContext',
  'vm.runInContext',
  'vm.Script',
  'vm.compileFunction',
  'vm.SourceTextModule',
  'vm2.VM().run',
  'vm2.NodeVM().run',
  'safe-eval',
  'safer-eval',
  'notevil',
  'static-eval',
  'sandbox().run',
]
export const TIMERS = ['setTimeout', 'setInterval', 'setImmediate']

/** The last argument is the code; the ones before it are names of parameters. */
export const codeOf = ({ name, inputs }: Call): Node | undefined =>
  name === 'Function' || name.endsWith('GeneratorFunction') || name === 'AsyncFunction' ? inputs.at(-1) : inputs[0]

/** All expressions that the program executes as code, in any way. */
export function executedCode(program: JavaScriptProgram): { call: Call; code: Node }[] {
  const timers = program.callsTo(...TIMERS).filter(({ inputs: [first] }) => first && isText(program, first))
  return [...program.callsTo(...EVALUATORS, ...CONTEXTS), ...timers, ...compiled(program)].flatMap((call) => {
    const code = codeOf(call)
    return code ? [{ call, code }] : []
  })
}

const compiled = (program: JavaScriptProgram): Call[] =>
  program.calls.filter(({ name }) => name.endsWith('._compile') || name === 'require-from-string')

/** A plain name may be a function, even if foreign values flow into it. */
export const isText = (program: JavaScriptProgram, node: Node): boolean => {
  const target = program.follow(node)
  if (isFunction(target)) return false
  if (program.shapeOf(node) !== undefined) return true
  const isMade =
    target.type === 'CallExpression' || target.type === 'BinaryExpression' || /^location\b/.test(program.nameOf(node))
  return isMade && (program.originsOf(node) & (FOREIGN | ORIGIN.decoded)) !== 0
}
