import type { ProgramReading } from './read-program.ts'

/** Names of the program that the test file needs, and how it gets them. */
export interface Imports {
  lines: string[]
  /** Those that the program does not export. */
  hidden: string[]
}

/** A plain import where the program exports what is tested; else its exports are completed while it is loaded. */
export function writeImports(program: ProgramReading, needed: readonly string[]): Imports {
  const known = needed.map((name) => ({ name, exported: exportedAs(program, name) }))
  const hidden = known.filter(({ exported }) => exported === undefined).map(({ name }) => name)
  if (known.length === 0) return { lines: [], hidden }
  if (hidden.length > 0) return { lines: loaderLines(program, known, hidden), hidden }
  return { lines: plainLines(program, known), hidden }
}

type Known = readonly { name: string; exported: string | undefined }[]

/** Functions of `module.exports = { … }` have no other name in the program. */
const exportedAs = ({ exports }: ProgramReading, name: string): string | undefined =>
  exports.get(name) ?? exports.get(`module.exports.${name}`) ?? (exports.get('module.exports') && 'default')

function plainLines({ fileName, isCommonJs }: ProgramReading, known: Known): string[] {
  if (isCommonJs) return [`import program from './${fileName}'`, '', ...commonJsNames(known)]
  const whole = known.find(({ exported }) => exported === 'default')
  const named = known
    .filter(({ exported }) => exported !== 'default')
    .map(({ name, exported }) => (name === exported ? name : `${exported} as ${name}`))
  const parts = [...(whole ? [whole.name] : []), ...(named.length ? [`{ ${named.join(', ')} }`] : [])]
  return [`import ${parts.join(', ')} from './${fileName}'`]
}

function commonJsNames(known: Known): string[] {
  const whole = known.filter(({ exported }) => exported === 'default').map(({ name }) => `const ${name} = program`)
  const named = known
    .filter(({ exported }) => exported !== 'default')
    .map(({ name, exported }) => (name === exported ? name : `${exported}: ${name}`))
  return [...whole, ...(named.length ? [`const { ${named.join(', ')} } = program`] : [])]
}

function loaderLines(program: ProgramReading, known: Known, hidden: readonly string[]): string[] {
  const { fileName, isCommonJs, isTypeScript } = program
  const format = `${isCommonJs ? 'commonjs' : 'module'}${isTypeScript ? '-typescript' : ''}`
  const names = hidden.join(', ')
  const added = isCommonJs ? `Object.assign(module.exports, { ${names} })` : `export { ${names} }`
  return [
    "import { readFileSync } from 'node:fs'",
    "import { registerHooks } from 'node:module'",
    '',
    `// ${fileName} does not export ${names}: the exports are added while it is loaded.`,
    `// Once it does, an ordinary import can stand here.`,
    `const url = new URL('./${fileName}', import.meta.url)`,
    'registerHooks({',
    '  load: (wanted, context, next) =>',
    '    wanted === url.href',
    `      ? { format: '${format}', source: \`\${readFileSync(url, 'utf8')}\\n${added}\\n\`, shortCircuit: true }`,
    '      : next(wanted, context),',
    '})',
    `const program = ${isCommonJs ? `(await import('./${fileName}')).default` : `await import('./${fileName}')`}`,
    ...commonJsNames(
      known.map(({ name, exported = name }) => ({
        name,
        exported: exported === 'default' && !isCommonJs ? 'default' : exported,
      })),
    ),
  ]
}
