import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseTypeScript } from '../../language/javascript/parse-javascript.ts'
import { createPythonParser } from '../../language/python/parse-python.ts'
import { parseTree, type TreeLanguage } from '../../language/tree/parse-tree.ts'
import type { Remark } from './language-analysis.ts'
import { remarkFinders } from './remark-finders.ts'
import { applied } from './samples.fixture.ts'

const MOST = 50

interface Ordinary {
  source: string
  remarks: Remark[]
}

function readAll(paths: string[], language: TreeLanguage): Ordinary[] {
  const finders = language === 'python' ? remarkFinders.python : remarkFinders.javascript
  return paths
    .map((path) => readFileSync(path, 'utf8'))
    .filter((source) => source.split('\n').length >= 20 && source.length < 12_000)
    .slice(0, MOST)
    .map((source) => {
      const program = { tree: parseTree(language, source), source, language }
      return { source, remarks: finders.flatMap((find) => find(program)) }
    })
}

const medianOf = (programs: Ordinary[]): number | undefined =>
  programs.map(({ remarks }) => remarks.length).sort((a, b) => a - b)[programs.length >> 1]

const fixedOf = (programs: Ordinary[]): string[] =>
  programs.flatMap(({ source, remarks }) => remarks.flatMap(({ fix }) => (fix ? applied(source, fix.edits) : [])))

describe('ordinary programs', () => {
  it('in Python get a handful of remarks, and every fix leaves them whole', () => {
    const folder = execFileSync('python3', ['-c', 'import os; print(os.path.dirname(os.__file__))'], {
      encoding: 'utf8',
    }).trim()
    const modules = readdirSync(folder).filter((name) => name.endsWith('.py'))
    const programs = readAll(
      modules.map((name) => join(folder, name)),
      'python',
    )
    expect(programs.length).toBeGreaterThanOrEqual(50)
    expect(medianOf(programs)).toBeLessThanOrEqual(6)
    const parse = createPythonParser()
    const fixed = fixedOf(programs)
    expect(fixed.length).toBeGreaterThan(20)
    for (const source of fixed) expect(parse(source)).toEqual([])
  })

  it('in TypeScript get a handful of remarks, and every fix leaves them whole', () => {
    const folder = join(import.meta.dirname, '..')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
    const programs = readAll(
      files.map((name) => join(folder, name)),
      'typescript',
    )
    expect(programs.length).toBeGreaterThanOrEqual(50)
    expect(medianOf(programs)).toBeLessThanOrEqual(6)
    for (const source of fixedOf(programs)) expect(parseTypeScript(source)).toEqual([])
  })
})
