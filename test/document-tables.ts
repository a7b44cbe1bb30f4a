import { readFileSync } from 'node:fs'
import { listSettings } from '../src/config/list-settings.ts'
import { loadConfig } from '../src/config/load-config.ts'
import { errors } from '../src/contract/errors.ts'
import { languages } from '../src/language/languages.ts'

/** Tables of the documents that are made from the code: `npm run docs` writes them, a test holds them to it. */
export const documentTables = [
  { path: 'docs/guide/configuration.md', heading: 'Every setting', rows: settingRows },
  { path: 'docs/guide/errors.md', heading: 'Every code', rows: errorRows },
  { path: 'docs/guide/benchmarks.md', heading: 'Numbers', rows: overheadRows },
  { path: 'docs/guide/languages.md', heading: 'Every language', rows: languageRows },
]

const row = (...cells: unknown[]) => `| ${cells.join(' | ')} |`
const code = (text: unknown) => `\`${text}\``

function settingRows(): string[] {
  const loaded = loadConfig({ env: {}, userHome: '~', readFile: () => undefined })
  const shown = (value: unknown) => (value === '' || (Array.isArray(value) && value.length === 0) ? '–' : code(value))
  return listSettings(loaded).settings.map(({ name, variable, value, allowed, help }) =>
    row(code(name), code(variable), shown(value), allowed, help),
  )
}

/** The messages with the names of their details in the place of values. */
function errorRows(): string[] {
  const lists = new Set<PropertyKey>(['problems', 'known'])
  const details = new Proxy({}, { get: (_, name) => (lists.has(name) ? [`{${String(name)}}`] : `{${String(name)}}`) })
  return Object.entries(errors).map(([name, { status, retry, say }]) => {
    const texts = (say as (details: object) => [string, string])(details)
    return row(code(name), status, retry ? 'yes' : 'no', ...texts.map((text) => text.replace(/\s+/g, ' ')))
  })
}

function languageRows(): string[] {
  return languages.map(({ id, aliases, extensions, requires, package: name, packages }) => {
    const needs = packages?.names.map((one) => `npm: ${code(one)}`).join(', ')
    return row(
      code(id),
      aliases.join(', '),
      extensions.join(', '),
      needs ?? (requires === null ? '–' : `apt: ${code(name)}`),
    )
  })
}

interface Overhead {
  results: Record<string, Record<string, { minMs: number; p50Ms: number; p95Ms: number; timesBare: number }>>
}

function overheadRows(): string[] {
  const file = new URL('../bench/results/overhead.json', import.meta.url)
  const { results } = JSON.parse(readFileSync(file, 'utf8')) as Overhead
  return Object.entries(results).flatMap(([language, ways]) =>
    Object.entries(ways).map(([way, { minMs, p50Ms, p95Ms, timesBare }]) =>
      row(language, way, ...[minMs, p50Ms, p95Ms].map((value) => value.toFixed(1)), timesBare.toFixed(2)),
    ),
  )
}
