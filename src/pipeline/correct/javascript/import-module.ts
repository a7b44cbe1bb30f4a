import { builtinModules } from 'node:module'
import type { Proposal } from '../strategy.ts'
import { isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import type { Source } from './read-source.ts'
import { undefinedName } from './spell-name.ts'

/** Modules to search for a name, the likeliest first. */
const MODULES = [
  'fs', 'path', 'os', 'util', 'events', 'crypto', 'assert', 'url', 'readline', 'child_process', 'perf_hooks', 'fs/promises', 'stream',
  'zlib', 'worker_threads', 'http', 'async_hooks', 'string_decoder', 'querystring', 'timers/promises', 'stream/promises',
] // biome-ignore format: a list

const ALIASES: Record<string, string> = {
  fsp: 'fs/promises',
  fsPromises: 'fs/promises',
  cp: 'child_process',
  childProcess: 'child_process',
}

export const importModule = onError({
  id: 'javascript/import-module',
  title: 'Imports a module of Node, or a name from one, that the program uses',
  prior: 0.92,
  answers: ['ReferenceError'],
  propose: (source, { diagnosis }) => {
    const name = undefinedName(diagnosis.message)
    if (name === undefined) return []
    const module = ALIASES[name] ?? (builtinModules.includes(name) ? name : undefined)
    if (module !== undefined && isUsedAsModule(source, name))
      return [add({ source, binding: name, module, sureness: 0.97 })]
    return MODULES.filter((each) => exportsOf(each).includes(name))
      .slice(0, 2)
      .map(
        (each, order) =>
          extend(source, name, each) ??
          add({ source, binding: `{ ${name} }`, module: each, sureness: 0.93 - order * 0.3 }),
      )
  },
})

export function exportsOf(module: string): string[] {
  if (!builtinModules.includes(module)) return []
  return Object.keys(process.getBuiltinModule(module) ?? {})
}

/** `assert` may be called itself; of the others a member is used. */
const isUsedAsModule = ({ tokens }: Source, name: string): boolean =>
  tokens.some(
    (token, index) =>
      token.text === name &&
      (isPunctuation(tokens[index + 1], '.') || (name === 'assert' && isPunctuation(tokens[index + 1], '('))),
  )

/** Whether Node reads the program as an ES module. */
export const isModule = ({ tokens, parent }: Source): boolean =>
  tokens.some(
    (token, index) =>
      token.isFirst &&
      parent[index] === -1 &&
      isWord(token, 'import', 'export') &&
      !isPunctuation(tokens[index + 1], '(', '.'),
  )

function add({
  source,
  binding,
  module,
  sureness,
}: {
  source: Source
  binding: string
  module: string
  sureness: number
}): Proposal {
  const text = isModule(source)
    ? `import ${binding} from 'node:${module}'\n`
    : `const ${binding} = require('node:${module}')\n`
  const at = startOf(source)
  return { edits: [{ start: at, end: at, text }], why: `imported ${binding} from node:${module}`, sureness }
}

/** The offset behind `#!` and `'use strict'`, which count only at the beginning. */
function startOf({ code, tokens, lineStarts }: Source): number {
  const first = tokens[0]
  if (first?.kind === 'string' && first.text.slice(1, -1) === 'use strict') return lineStarts[first.line] ?? code.length
  return code.startsWith('#!') ? (lineStarts[1] ?? code.length) : 0
}

/** The module is already imported: the name joins the others. */
function extend({ tokens, partner }: Source, name: string, module: string): Proposal | undefined {
  const from = tokens.findIndex((token, index) => {
    const isThis = token.kind === 'string' && [module, `node:${module}`].includes(token.text.slice(1, -1))
    return isThis && (isWord(tokens[index - 1], 'from') || isWord(tokens[index - 2], 'require'))
  })
  const closer = isWord(tokens[from - 1], 'from') ? from - 2 : from - 4
  const last = tokens[closer - 1]
  if (from < 0 || !isPunctuation(tokens[closer], '}') || !partner.has(closer) || !last) return undefined
  const text = isPunctuation(last, ',') ? ` ${name},` : `, ${name}`
  return {
    edits: [{ start: last.end, end: last.end, text }],
    why: `imported \`${name}\` from ${module} too`,
    sureness: 0.97,
  }
}
