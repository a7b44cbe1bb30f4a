/**
 * A thousand small programs over all languages, each in a sandbox of its own through the whole engine, with its default limits;
 * their output must be right to the byte.
 *
 * node soak/languages.ts [--at-once N]
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Distribution, distributionOf } from '../src/bench/distribution.ts'
import { machineFacts } from '../src/bench/machine-facts.ts'
import { createEngine } from '../src/engine.ts'
import { languages } from '../src/language/languages.ts'
import { type LanguageProgram, languagePrograms } from './language-programs.ts'

const { values } = parseArgs({ options: { 'at-once': { type: 'string', default: '3' } } })
const missing = languages.filter(({ requires }) => requires !== null && !existsSync(requires))
if (missing.length > 0) {
  console.error(`✖ Missing languages. Install them: apt-get install -y ${missing.map((one) => one.package).join(' ')}`)
  process.exit(1)
}

const home = await mkdtemp(join(tmpdir(), 'anneal-soak-'))
const engine = await createEngine({ home, logLevel: 'silent' })
const failures: object[] = []
const durationsMs = new Map<string, number[]>()
const startedAt = performance.now()
const queue = [...languagePrograms]
await Promise.all(Array.from({ length: Number(values['at-once']) }, worker))
const seconds = Math.round((performance.now() - startedAt) / 1000)
await engine.close()
await rm(home, { recursive: true })

const byLanguage: Record<string, Distribution> = {}
for (const [language, times] of durationsMs) byLanguage[language] = distributionOf(times)
const report = {
  soak: 'languages',
  facts: machineFacts(),
  programs: languagePrograms.length,
  seconds,
  failures,
  byLanguage,
}
await mkdir('soak/results', { recursive: true })
await writeFile('soak/results/languages.json', `${JSON.stringify(report, null, 2)}\n`)
console.log(`${languagePrograms.length} programs in ${seconds} s, ${failures.length} failures`)
process.exit(failures.length === 0 ? 0 : 1)

async function worker(): Promise<void> {
  for (let program = queue.shift(); program; program = queue.shift()) {
    await runOne(program)
    if (queue.length % 100 === 0) console.log(`${queue.length} to go, ${failures.length} failures`)
  }
}

async function runOne({ language, feature, index, code, stdout }: LanguageProgram): Promise<void> {
  const { blocks, outcome, error } = await (await engine.run({ language, code })).result
  const attempt = blocks[0]?.attempts[0]
  durationsMs.set(language, [...(durationsMs.get(language) ?? []), attempt?.durationMs ?? 0])
  if (outcome === 'ok' && attempt?.stdout === stdout && attempt.stderr === '') return
  failures.push({ language, feature, index, outcome, error, expected: stdout, attempt })
}
