import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from '../../../contract/errors.ts'
import { parseRules } from './parse-rules.ts'
import type { CustomRule } from './rule-document.ts'

const MOST_BYTES = 1_048_576

/** Loads the rules of files, and of all YAML files below directories. One invalid rule refuses all. */
export async function loadRules(paths: readonly string[]): Promise<CustomRule[]> {
  const rules: CustomRule[] = []
  const problems: string[] = []
  for (const path of paths) {
    for (const file of await filesOf(path)) {
      const parsed = await readRules(file)
      rules.push(...parsed.rules)
      problems.push(...parsed.problems)
    }
  }
  const known = new Map<string, string>()
  for (const { id, at } of rules) {
    const first = known.get(id)
    if (first !== undefined) problems.push(`${at}: ${id.replace('custom/', '')} is the id of the rule at ${first} too`)
    known.set(id, first ?? at)
  }
  if (problems.length > 0) throw new EngineError('CONFIG_INVALID', { problems })
  return rules
}

async function filesOf(path: string): Promise<string[]> {
  const info = await stat(path).catch(() => undefined)
  if (!info) throw new EngineError('CONFIG_INVALID', { problems: [`guardRules: ${path} is not there`] })
  if (!info.isDirectory()) return [path]
  const names = await readdir(path, { recursive: true })
  return names
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .map((name) => join(path, name))
}

async function readRules(file: string): Promise<ReturnType<typeof parseRules>> {
  try {
    const bytes = await readFile(file)
    if (bytes.length > MOST_BYTES) return { rules: [], problems: [`${file}: is larger than 1 MB`] }
    return parseRules(file, bytes.toString('utf8'))
  } catch (cause) {
    return { rules: [], problems: [`${file}: cannot be read (${(cause as NodeJS.ErrnoException).code ?? cause})`] }
  }
}
