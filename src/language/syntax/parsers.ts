import type { Parse } from './syntax.ts'

/** A parser is loaded at its first use: some are large. */
const LOADERS: Record<string, () => Promise<Parse>> = {
  python: async () => (await import('../python/parse-python.ts')).createPythonParser(),
  javascript: async () => (await import('../javascript/parse-javascript.ts')).parseJavaScript,
  typescript: async () => (await import('../javascript/parse-javascript.ts')).parseTypeScript,
  bash: async () => (await import('../bash/parse-bash.ts')).parseBash,
  sql: async () => (await import('../sql/parse-sqlite.ts')).createSqliteParser(),
  postgres: async () => (await import('../sql/parse-postgres.ts')).createPostgresParser(),
  duckdb: async () => (await import('../sql/parse-postgres.ts')).createDuckdbParser(),
  json: async () => (await import('./parse-json.ts')).parseJson,
}

/** Languages by the names of `languages.ts`, and JSON. */
export const PARSED: readonly string[] = Object.keys(LOADERS)

const loaded = new Map<string, Promise<Parse>>()

export function parserOf(language: string): Promise<Parse> {
  const parse = loaded.get(language) ?? LOADERS[language]?.() ?? Promise.reject(new Error(`no parser for ${language}`))
  loaded.set(language, parse)
  return parse
}
