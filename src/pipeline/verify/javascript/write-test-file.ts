import { quoteTitle } from './literal-text.ts'
import type { ProgramReading } from './read-program.ts'
import { writeImports } from './write-imports.ts'
import type { WrittenCase } from './written-case.ts'

export interface TestFile {
  name: string
  content: string
}

/** Writes a type annotation, in a file that can have one. */
type Typed = (annotation: string) => string

const printedText = (typed: Typed) => `/** What \`act\` prints with console.log, line by line. */
async function printed(act${typed(': () => unknown')}) {
  const lines${typed(': string[]')} = []
  const log = mock.method(console, 'log', (...values) => void lines.push(util.format(...values)))
  try {
    await act()
  } finally {
    log.mock.restore()
  }
  return lines
}`

const firstOfText = (typed: Typed) => `/** The first items of an iterator that may never end. */
async function firstOf(iterator${typed(': AsyncIterable<unknown>')}, count${typed(': number')}) {
  const items${typed(': unknown[]')} = []
  for await (const item of iterator) {
    if (items.length === count) break
    items.push(item)
  }
  return items
}`

/** A file for `node --test`, to be kept beside the program. */
export function writeTestFile(
  program: ProgramReading,
  cases: readonly WrittenCase[],
  taken: readonly string[] = [],
): TestFile {
  const name = testFileName(program.fileName, taken)
  if (cases.length === 0) return { name, content: '' }
  const body = cases.flatMap(({ lines }) => lines).join('\n')
  const typed: Typed = (annotation) => (program.isTypeScript ? annotation : '')
  const helpers = [
    ...(body.includes('printed(') ? [printedText(typed)] : []),
    ...(body.includes('firstOf(') ? [firstOfText(typed)] : []),
  ]
  const parts = [headOf(program, [body, ...helpers].join('\n')), ...groupsOf(cases).map(writeGroup), ...helpers]
  return { name, content: `${parts.join('\n\n')}\n` }
}

function headOf(program: ProgramReading, body: string): string {
  const words = new Set(body.match(/[\w$]+/g))
  const roots = program.callables.map(({ name }) => name.split('.')[0] ?? '')
  const needed = [...new Set([...roots, ...program.names])].filter((name) => name !== 'module' && words.has(name))
  const { imports, lines } = writeImports(program, needed)
  const own = [
    "import assert from 'node:assert/strict'",
    ...(words.has('execFileSync') ? ["import { execFileSync } from 'node:child_process'"] : []),
    `import { describe, ${words.has('mock') ? 'mock, ' : ''}test } from 'node:test'`,
    ...(words.has('fileURLToPath') ? ["import { fileURLToPath } from 'node:url'"] : []),
    ...(words.has('util') ? ["import util from 'node:util'"] : []),
  ]
  const command = `node ${program.needsTransform ? '--experimental-transform-types ' : ''}--test`
  const about = `// Tests of ${program.fileName}: they expect what it did when they were made. Run them with \`${command}\`.`
  return [about, ...own, ...imports, ...lines].join('\n')
}

/** `main.js` → `main.test.mjs`, which is a module in any package. */
function testFileName(fileName: string, taken: readonly string[]): string {
  const stem = fileName.replace(/\.\w+$/, '')
  const ending = /ts$/.test(fileName) ? 'test.ts' : 'test.mjs'
  return taken.includes(`${stem}.${ending}`) ? `${stem}.observed.${ending}` : `${stem}.${ending}`
}

function groupsOf(cases: readonly WrittenCase[]): [string, WrittenCase[]][] {
  const groups = new Map<string, WrittenCase[]>()
  for (const each of cases) groups.set(each.function, [...(groups.get(each.function) ?? []), each])
  return [...groups]
}

function writeGroup([name, cases]: [string, WrittenCase[]]): string {
  const tests = cases.map(({ title, lines, isAsync }) => {
    const body = lines.map((line) => `    ${line}`).join('\n')
    return `  test(${quoteTitle(title)}, ${isAsync ? 'async ' : ''}() => {\n${body}\n  })`
  })
  return `describe(${quoteTitle(name)}, () => {\n${tests.join('\n\n')}\n})`
}
