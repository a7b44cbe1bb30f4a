import { quote } from './literal-text.ts'
import type { ProgramReading } from './read-program.ts'

/** Lines with which a test file gets the program's names; `imports` stand before all other lines. */
export interface Imports {
  imports: string[]
  lines: string[]
}

/** A plain import if the program exports the tested names; else its exports are completed while it is loaded. */
export function writeImports(program: ProgramReading, needed: readonly string[]): Imports {
  const known = needed.map((name) => ({ name, exported: exportedAs(program, name) }))
  const hidden = known.filter(({ exported }) => exported === undefined).map(({ name }) => name)
  if (known.length === 0) return { imports: [], lines: [] }
  return hidden.length > 0 || program.restless.length > 0 ? completing(program, known, hidden) : plain(program, known)
}

type Known = readonly { name: string; exported: string | undefined }[]

/** Functions of `module.exports = { … }` have no other name in the program. */
const exportedAs = ({ exports }: ProgramReading, name: string): string | undefined =>
  exports.get(name) ?? exports.get(`module.exports.${name}`) ?? (exports.get('module.exports') && 'default')

function plain({ fileName, isCommonJs }: ProgramReading, known: Known): Imports {
  if (isCommonJs) return { imports: [`import program from './${fileName}'`], lines: ['', ...commonJsNames(known)] }
  const whole = known.find(({ exported }) => exported === 'default')
  const named = known
    .filter(({ exported }) => exported !== 'default')
    .map(({ name, exported }) => (name === exported ? name : `${exported} as ${name}`))
  const parts = [...(whole ? [whole.name] : []), ...(named.length ? [`{ ${named.join(', ')} }`] : [])]
  return { imports: [`import ${parts.join(', ')} from './${fileName}'`], lines: [] }
}

function commonJsNames(known: Known): string[] {
  const whole = known.filter(({ exported }) => exported === 'default').map(({ name }) => `const ${name} = program`)
  const named = known
    .filter(({ exported }) => exported !== 'default')
    .map(({ name, exported }) => (name === exported ? name : `${exported}: ${name}`))
  return [...whole, ...(named.length ? [`const { ${named.join(', ')} } = program`] : [])]
}

function completing(program: ProgramReading, known: Known, hidden: readonly string[]): Imports {
  const { fileName, isCommonJs, isTypeScript } = program
  const format = `${isCommonJs ? 'commonjs' : 'module'}${isTypeScript ? '-typescript' : ''}`
  const complete = known.map(({ name, exported = name }) => ({ name, exported }))
  const { lines, source } = sourceLines(program, hidden)
  return {
    imports: ["import { readFileSync } from 'node:fs'", "import { registerHooks } from 'node:module'"],
    lines: [
      '',
      ...lines,
      'registerHooks({',
      '  load: (wanted, context, next) =>',
      '    wanted === url.href',
      `      ? { format: '${format}', source: ${source}, shortCircuit: true }`,
      '      : next(wanted, context),',
      '})',
      `const program = ${isCommonJs ? `(await import('./${fileName}')).default` : `await import('./${fileName}')`}`,
      ...(isCommonJs ? commonJsNames(complete) : moduleNames(complete)),
    ],
  }
}

/** The program as it is loaded: with the missing exports, and without the statements that would disturb the tests. */
function sourceLines({ fileName, isCommonJs, restless, code }: ProgramReading, hidden: readonly string[]) {
  const names = hidden.join(', ')
  const added = isCommonJs ? `Object.assign(module.exports, { ${names} })` : `export { ${names} }`
  const starting = restless.map(([start, end]) => `  ${quote(code.slice(start, end))},`)
  const read = "readFileSync(url, 'utf8')"
  const exporting = [
    `// ${fileName} does not export ${names}: the exports are added while it is loaded.`,
    '// Once it does, an ordinary import can stand here.',
    `const exporting = '\\n${added}\\n'`,
  ]
  const cutting = [
    `// What ${fileName} does when it is started would disturb the tests, so it is left out.`,
    '// Once it does that only as the main module, an ordinary import can stand here.',
    'const starting = [',
    ...starting,
    ']',
  ]
  const text = starting.length > 0 ? `starting.reduce((text, part) => text.replace(part, () => ''), ${read})` : read
  return {
    lines: [
      ...(starting.length > 0 ? cutting : []),
      ...(hidden.length > 0 ? exporting : []),
      `const url = new URL('./${fileName}', import.meta.url)`,
    ],
    source: hidden.length > 0 ? `${text} + exporting` : text,
  }
}

/** Names taken from a namespace, in which the default export is just another name. */
function moduleNames(known: Known): string[] {
  const names = known.map(({ name, exported }) => (name === exported ? name : `${exported}: ${name}`))
  return [`const { ${names.join(', ')} } = program`]
}
