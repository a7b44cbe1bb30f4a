import { type Node, readSyntax } from '../../../language/javascript/syntax-node.ts'
import { pathOf } from './top-level.ts'

/** A case in the text of a test file: its name with those of its suites before it, and its range. */
export interface CaseBlock {
  name: string
  start: number
  end: number
}

const CASES = ['test', 'it']
const SUITES = ['describe', 'suite']

/** Cases with literal names in the file. */
export function findCaseBlocks(content: string): CaseBlock[] {
  const program = readSyntax(content, true)
  return program ? program.body.flatMap((statement) => blocksIn(statement, [])) : []
}

function blocksIn(statement: Node, above: readonly string[]): CaseBlock[] {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'CallExpression') return []
  const { callee, arguments: given } = statement.expression
  const called = pathOf(callee as Node).split('.')[0] ?? ''
  const [title] = given
  if (title?.type !== 'StringLiteral') return []
  const names = [...above, title.value]
  if (CASES.includes(called)) return [{ name: names.join(' > '), start: statement.start ?? 0, end: statement.end ?? 0 }]
  const body = given.at(-1)
  const isSuite =
    SUITES.includes(called) && (body?.type === 'ArrowFunctionExpression' || body?.type === 'FunctionExpression')
  if (!isSuite || body.body.type !== 'BlockStatement') return []
  return body.body.body.flatMap((each) => blocksIn(each, names))
}

/** The file without some of its cases, and without suites that become empty. */
export function removeCases(content: string, names: readonly string[]): string {
  const unwanted = new Set(names)
  const blocks = findCaseBlocks(content).filter(({ name }) => unwanted.has(name))
  const left = blocks.reduceRight((text, { start, end }) => cut(text, start, end), content)
  return left.replace(/^[ \t]*(?:describe|suite)\([^\n]*=> \{\s*\}\)\n*/gm, '').replace(/\n{3,}/g, '\n\n')
}

/** Removes the range with the indentation before it and the empty lines behind it. */
function cut(text: string, start: number, end: number): string {
  const before = text.slice(0, start).replace(/[ \t]*$/, '')
  const behind = text.slice(end).replace(/^[ \t]*;?[ \t]*\n(?:[ \t]*\n)*/, '')
  // The suite's closing line follows directly: the empty line above belonged to the case.
  return /^[ \t]*\}\)/.test(behind) ? `${before.replace(/\n\n$/, '\n')}${behind}` : before + behind
}
