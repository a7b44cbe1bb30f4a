import { quoteTitle } from './literal-text.ts'
import type { ProgramReading } from './read-program.ts'
import { writeImports } from './write-imports.ts'
import type { WrittenCase } from './written-case.ts'

export interface TestFile {
  name: string
  content: string
  /** Names that the program does not export and the file needs. */
  hidden: string[]
}

const PRINTED = `/** What \`act\` prints with console.log, line by line. */
async function printed(act) {
  const lines = []
  const log = mock.method(console, 'log', (...values) => void lines.push(format(...values)))
  try {
    await act()
  } finally {
    log.mock.restore()
  }
  return lines
}`

const FIRST_OF = `/** The first items of an iterator that may never end. */
async function firstOf(iterator, count) {
  const items = []
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
  const body = cases.flatMap(({ lines }) => lines).join('\n')
  const has = (word: string) => body.includes(word)
  const needed = [
    ...new Set([
      ...cases.filter(({ kind }) => kind !== 'integration').map((each) => each.function.split('.')[0] ?? ''),
      ...program.names.filter(
        (name) => name !== 'module' && new RegExp(`\\b${name.replaceAll('$', '\\$')}\\.`).test(body),
      ),
    ]),
  ]
  const used = needed.filter((name) => new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(body))
  const imports = writeImports(program, used)
  const fromTest = ['describe', ...(has('printed(') ? ['mock'] : []), 'test']
  const helpers = [...(has('printed(') ? [PRINTED] : []), ...(has('firstOf(') ? [FIRST_OF] : [])]
  const fromUtil = [...(has('printed(') ? ['format'] : []), ...(has('isDeepStrictEqual(') ? ['isDeepStrictEqual'] : [])]
  const ownImports = imports.lines.filter((line) => line.startsWith('import '))
  const head = [
    `// Tests of ${program.fileName}: they expect what it did when they were made. Run them with`,
    `// \`node ${program.needsTransform ? '--experimental-transform-types ' : ''}--test\`.`,
    "import assert from 'node:assert/strict'",
    ...(has('execFileSync(') ? ["import { execFileSync } from 'node:child_process'"] : []),
    `import { ${fromTest.join(', ')} } from 'node:test'`,
    ...(fromUtil.length ? [`import { ${fromUtil.join(', ')} } from 'node:util'`] : []),
    ...(has('fileURLToPath(') ? ["import { fileURLToPath } from 'node:url'"] : []),
    ...ownImports,
    ...imports.lines.filter((line) => !ownImports.includes(line)),
  ]
  const content = [head.join('\n'), ...groupsOf(cases).map(writeGroup), ...helpers].join('\n\n')
  return { name: testFileName(program.fileName, taken), content: `${content}\n`, hidden: imports.hidden }
}

/** `main.js` → `main.test.mjs`, which is a module whatever the package says. */
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
