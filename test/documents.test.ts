import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import measured from '../bench/results/bench.json' with { type: 'json' }
import manifest from '../package.json' with { type: 'json' }
import { loadConfig } from '../src/config/load-config.ts'
import { type Config, settingNames, variableOf } from '../src/config/settings.ts'
import { MAY_IMPORT } from './architecture.ts'
import { documentTables } from './document-tables.ts'

const root = new URL('..', import.meta.url).pathname
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const documents = globSync(['*.md', 'docs/**/*.md', 'test/*.md'], { cwd: root }).map((path) => ({
  path,
  text: read(path),
}))
const loaded = loadConfig({ env: {}, userHome: '~', readFile: () => undefined })

/** The lines of the first table below a heading, without the heading of the table itself. */
function tableOf(path: string, heading: string): string[] {
  const [, section = ''] = read(path).split(`\n## ${heading}\n`)
  const lines = section.split('\n## ')[0]?.split('\n') ?? []
  return lines.filter((line) => line.startsWith('|')).slice(2)
}

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const code = (text: unknown) => `\`${text}\``

/** Text in backticks and in fenced blocks, which names files, commands and variables. */
const codeIn = (text: string) => [...text.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].map(([found]) => found).join('\n')

describe('tables in the documents agree with the code', () => {
  it.each(documentTables)('$heading', ({ path, heading, rows }) => {
    expect(tableOf(path, heading), 'npm run docs writes it').toEqual(rows())
  })

  it('the limits of the README are the defaults and ceilings of the settings', () => {
    const numberOf = (text = '') => (text === '' ? undefined : Number(text.replaceAll(',', '')))
    const rows = tableOf('README.md', 'Limits')
      .map(cellsOf)
      .filter(([, name]) => name !== '–')
    expect(rows.length).toBeGreaterThan(5)
    for (const [, setting = '', usual, most] of rows) {
      const name = setting.replaceAll('`', '') as keyof Config
      const ceiling = `max${name.charAt(0).toUpperCase()}${name.slice(1)}` as keyof Config
      expect([name, numberOf(usual), numberOf(most)]).toEqual([name, loaded.config[name], loaded.config[ceiling]])
    }
  })

  it.each(['a broken program', 'a sandbox of E2B', 'a run in a session'])(
    'the walk of %s has at most 20 files',
    (walk) => {
      const [, section = ''] = read('ARCHITECTURE.md').split(`\n## The walk of ${walk}\n`)
      const [text = ''] = section.split('\n## ')
      const files = new Set(text.match(/`[\w/-]+\.ts`/g))
      expect(files.size).toBeGreaterThan(10)
      expect(files.size).toBeLessThanOrEqual(20)
    },
  )

  it('the allowed imports of each folder', () => {
    const rows = tableOf('ARCHITECTURE.md', 'Folders').map(cellsOf)
    const told = rows.map(([folder = '', , allowed = '']) => [folder.replaceAll('`', ''), allowed])
    const listed = (folders: string[]) => folders.map(code).join(', ') || 'nothing'
    expect(told).toEqual(Object.entries(MAY_IMPORT).map(([folder, allowed]) => [folder, listed(allowed)]))
  })

  it('the benchmark numbers of the README are those of the stored results', () => {
    const { rows = [] } = measured.sections.find(({ title }) => title.startsWith('Run: a line of Python,')) ?? {}
    const p50Of = (name: string) => rows.find(({ way }) => way === name)?.p50 ?? Number.NaN
    const [http, bare] = [p50Of('HTTP'), p50Of('bare bwrap')]
    expect(read('README.md')).toContain(`[${(http / bare).toFixed(2)} times]`)
    expect(read('README.md')).toContain(`${http.toFixed(0)} ms against ${bare.toFixed(0)} `)
  })
})

describe('names in the documents exist', () => {
  it('both commands of the README are scripts of the package, and CI runs the second', () => {
    const commands = [...read('README.md').matchAll(/```sh\n(.*)\n```/g)].map(([, command]) => command)
    expect(commands).toEqual(['npm ci && npm start', 'npm ci && npm test'])
    expect(read('.ci/run')).toContain('npm ci\nnpm test\n')
  })

  it.each(documents)('scripts, variables and paths of $path', ({ text }) => {
    const named = codeIn(text)
    const scripts = [...named.matchAll(/\bnpm (?:run ([\w:]+)|(start|test)\b)/g)].map(
      ([, long, short]) => long ?? short,
    )
    expect(scripts.filter((name) => !Object.keys(manifest.scripts).includes(name ?? ''))).toEqual([])
    const variables = [...new Set(named.match(/\bANNEAL_[A-Z_]*[A-Z]\b/g))]
    const known = ['ANNEAL_CONFIG', ...settingNames.map(variableOf)]
    expect(variables.filter((name) => !known.includes(name))).toEqual([])
    const runs = (named.match(/npx vitest run [^`\n]+/g) ?? []).join(' ')
    const tests = runs.match(/(?:src|test)\/[\w./-]+/g) ?? []
    expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const paths = [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path = '']) => path)
    const ours = paths.filter((path) =>
      /^(src|test|docs|bench|scripts|examples|bin|\.ci)\/|\.(ts|js|json|md)$|\/$/.test(path),
    )
    expect(ours.filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, 'src', path)))).toEqual([])
  })

  it.each(documents)('links of $path', ({ path, text }) => {
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
    const broken = targets.filter((target) => !/^https?:/.test(target) && !leadsSomewhere(target, path))
    expect(broken).toEqual([])
  })
})

/** The lines that a diff expects to find, by the file it changes. */
function expectedLines(diff: string): { path: string; line: string }[] {
  let path = ''
  return diff.split('\n').flatMap((text) => {
    if (text.startsWith('--- ')) path = text.replace('--- a/', '')
    const isExpected = /^[ -](?!-- )/.test(text) && path !== '--- /dev/null'
    return isExpected ? [{ path, line: text.slice(1) }] : []
  })
}

describe('the examples of additions fit the code', () => {
  const examples = globSync('docs/contributing/*.md', { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/```diff\n([\s\S]*?)\n```/g)].map(([, diff = '']) => ({ path, diff })),
  )

  it('and there is one of each kind', () => {
    const kinds = ['event', 'language', 'route', 'rule', 'setting', 'strategy', 'table']
    expect(examples.map(({ path }) => path).sort()).toEqual(kinds.map((kind) => `docs/contributing/${kind}.md`))
  })

  it.each(examples)('$path', ({ diff }) => {
    const lines = expectedLines(diff)
    expect(lines.length).toBeGreaterThan(2)
    expect(lines.filter(({ path, line }) => !read(path).split('\n').includes(line))).toEqual([])
  })
})

describe('every promise has a check', () => {
  const promises = read('test/promises.md')
    .split('\n')
    .filter((line) => /^\| .*\.ts`\]/.test(line))
    .map((line) => cellsOf(line))

  it.each(promises)('%s', (_, file = '', title = '') => {
    const path = /`([^`]+)`/.exec(file)?.[1] ?? ''
    const source = read(path)
    expect(
      ["'", '`', '"'].some((quote) => source.includes(`${quote}${title}${quote}`)),
      `${path}: ${title}`,
    ).toBe(true)
  })

  it('and every page of the guide and the reference has promises', () => {
    const sections = [...read('test/promises.md').matchAll(/^## \[.*\]\((.*)\)$/gm)].map(([, target = '']) => target)
    const pages = globSync('docs/{guide,reference}/*.md', { cwd: root }).map((path) => `../${path}`)
    expect(promises.length).toBeGreaterThan(60)
    expect(sections.sort()).toEqual(['../README.md', ...pages].sort())
  })
})

function leadsSomewhere(target: string, from: string): boolean {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? join(root, from) : join(root, dirname(from), path)
  if (!existsSync(file)) return false
  return anchor === undefined || anchorsOf(readFileSync(file, 'utf8')).includes(anchor)
}

/** Anchors as GitHub makes them from headings. */
function anchorsOf(markdown: string): string[] {
  const headings = [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading)
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
