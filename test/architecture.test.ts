import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { consoleViolations, findViolations, MAY_IMPORT, MOST_LINES, type SourceFile } from './architecture.ts'

const root = new URL('../src/', import.meta.url)
const sources: SourceFile[] = globSync('**/*.ts', { cwd: root }).map((path) => ({
  path,
  text: readFileSync(new URL(path, root), 'utf8'),
}))

describe('the architecture', () => {
  it('is kept by every source file', () => {
    expect(sources.length).toBeGreaterThan(50)
    expect(findViolations(sources)).toEqual([])
  })

  it('lets the console know nothing but the contract, the client and its own files', () => {
    const files = globSync('console/src/**/*.{ts,tsx}', { cwd: new URL('..', import.meta.url) }).map((path) => ({
      path,
      text: readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'),
    }))
    expect(files.length).toBeGreaterThan(20)
    expect(consoleViolations(files)).toEqual([])
    const planted = { path: 'console/src/x.tsx', text: "import { a } from '../../src/engine.ts'" }
    expect(consoleViolations([planted])).toEqual(['console/src/x.tsx may not import ../../src/engine.ts'])
    const stored = { path: 'console/src/x.tsx', text: 'localStorage.setItem' }
    expect(consoleViolations([stored])).toEqual(['console/src/x.tsx keeps something in the browser or writes markup'])
  })

  it('has an import table without cycles', () => {
    const reached = (folder: string, trail: string[] = []): string[] =>
      trail.includes(folder)
        ? [[...trail, folder].join(' → ')]
        : (MAY_IMPORT[folder] ?? []).flatMap((next) => reached(next, [...trail, folder]))
    expect(Object.keys(MAY_IMPORT).flatMap((folder) => reached(folder))).toEqual([])
  })

  const planted: [rule: string, file: SourceFile, said: RegExp][] = [
    [
      'an import against the arrows',
      { path: 'contract/x.ts', text: "import { a } from '../store/store.ts'" },
      /contract\/x\.ts may not import store/,
    ],
    [
      'a dynamic import against the arrows',
      { path: 'sdk/x.ts', text: "await import('../engine.ts')" },
      /sdk\/x\.ts may not import engine/,
    ],
    [
      'an adapter named outside of src/adapter',
      { path: 'pipeline/x.ts', text: "import { a } from '../sandbox/jail/jail.ts'" },
      /only src\/adapter may/,
    ],
    [
      'a port that picks its adapter',
      { path: 'store/x.ts', text: "import { a } from './database/sqlite.ts'" },
      /only src\/adapter may/,
    ],
    [
      'a stage that imports a stage',
      { path: 'pipeline/detect/x.ts', text: "import { a } from '../execute/execute.ts'" },
      /only loop\.ts may/,
    ],
    ['a file that is too long', { path: 'store/x.ts', text: '\n'.repeat(MOST_LINES + 1) }, /has 301 lines/],
    ['a name without a concept', { path: 'store/row-utils.ts', text: '' }, /named after no concept/],
    [
      'an old word in a comment',
      { path: 'store/x.ts', text: '// Opens the box.' },
      /x\.ts says "box"; the word is sandbox/,
    ],
    ['an old word in a name', { path: 'store/x.ts', text: 'const openBox = 1' }, /x\.ts says "box"/],
    ['a folder nobody knows', { path: 'misc/x.ts', text: '' }, /the import table does not know/],
    ['the environment read in the middle', { path: 'store/x.ts', text: 'process.env.HOME' }, /reads process\.env/],
    [
      'a part whose interface is written nowhere',
      { path: 'store/x-part.ts', text: 'export type X = ReturnType<typeof createX>' },
      /write the interface down/,
    ],
    [
      'a cycle',
      { path: 'contract/id.ts', text: "import './x.ts'; import './id.ts'" },
      /import cycle: contract\/id\.ts → contract\/id\.ts/,
    ],
  ]
  it.each(planted)('catches %s', (_, file, said) => {
    expect(findViolations([file])).toEqual([expect.stringMatching(said)])
  })
})
