import type { ProgramTest } from '../../../../contract/run.ts'
import { endOf, type Node, readSyntax, type Statement, startOf } from '../../../../language/javascript/syntax-node.ts'
import { walk } from '../../../../language/javascript/walk.ts'

/** One assertion of a test, with all that stands before it. */
export interface ValueCheck {
  code: string
  /** The called function, its arguments and the expected value, as text; absent where the check does not say so plainly. */
  call?: { name: string; args: string; expected?: string }
}

const ASSERTS = /^\s*(?:(?:assert(?:\.\w+)?|expect)\s*\(|if\s*\([^\n]*\)\s*\{?\s*throw\b)/
const OWN = new Set(['assert', 'expect', 'require', 'String', 'Number', 'JSON', 'Array', 'Object', 'Set', 'Map'])

/** The tests as single checks; undefined when one of them is more than code behind the program. */
export function valueChecks(tests: readonly ProgramTest[]): ValueCheck[] | undefined {
  const checks: ValueCheck[] = []
  for (const { code = '', stdout, input, args } of tests) {
    const program = readSyntax(code, false)
    const isPlain = stdout === undefined && input === undefined && args === undefined
    if (!program || program.sourceType === 'module' || !isPlain) return undefined
    checks.push(...checksIn(code, program.body))
  }
  return checks
}

function checksIn(code: string, body: readonly Statement[]): ValueCheck[] {
  const parts = body.map((node) => ({ node, text: code.slice(startOf(node), endOf(node)) }))
  const asserts = parts.filter(({ text }) => ASSERTS.test(text))
  const last = asserts.at(-1)
  if (asserts.length < 2 || !last) return [{ code, ...callOf(last?.node, code) }]
  return asserts.map(({ node, text }) => {
    const before = parts.filter((part) => startOf(part.node) < startOf(node) && !asserts.includes(part))
    return { code: [...before.map((part) => part.text), text].join('\n'), ...callOf(node, code) }
  })
}

/** `assert.equal(f(1), 2)`: the first call of a function that is no assertion. */
function callOf(statement: Node | undefined, code: string): Pick<ValueCheck, 'call'> {
  let found: ValueCheck['call']
  if (!statement) return {}
  const text = (node: Node) => code.slice(startOf(node), endOf(node))
  walk(statement, ({ node, up }) => {
    if (found || node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || OWN.has(node.callee.name))
      return undefined
    const around = up?.node.type === 'CallExpression' ? up.node.arguments[1] : undefined
    const args = node.arguments.map((each) => text(each as Node)).join(', ')
    found = { name: node.callee.name, args, ...(around && { expected: text(around as Node) }) }
    return 'skip'
  })
  return found ? { call: found } : {}
}
