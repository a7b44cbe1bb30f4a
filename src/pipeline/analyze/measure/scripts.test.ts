import { describe, expect, it } from 'vitest'
import { analyzeBash } from '../analyze-bash.ts'
import { analyzeSql } from '../analyze-sql.ts'

describe('a shell function', () => {
  it.each<[body: string, cyclomatic: number, cognitive: number]>([
    [':', 1, 0],
    ['if a; then b; elif c; then d; else e; fi', 3, 3],
    ['for a in b; do while c; do d; done; done', 3, 3],
    ['case $a in b|c) d;; *) e;; esac', 2, 1],
    ['a && b && c || d', 4, 2],
    ['if [[ -n $a && -n $b ]]; then c; fi', 3, 2],
    ['for a in b; do for c in d; do break 2; done; done', 3, 4],
    ['f', 1, 1],
  ])('%j has %i ways and takes an effort of %i', (body, cyclomatic, cognitive) => {
    expect(analyzeBash.read(`f() { ${body}; }\n`, 'bash').functions[0]).toMatchObject({
      name: 'f',
      cyclomatic,
      cognitive,
    })
  })

  it('has its lines, its nesting and those around it', () => {
    const source = '# a\nf() {\n  if b; then\n    until c; do d; done\n  fi\n}\nf\n'
    expect(analyzeBash.read(source, 'bash')).toMatchObject({
      lines: { total: 7, code: 6, comment: 1, blank: 0 },
      functions: [{ name: 'f', line: 2, endLine: 6, lines: 5, nesting: 2, parameters: 0 }],
      cyclomatic: 4,
      partial: false,
    })
    expect(analyzeBash.read('if true; then', 'bash').partial).toBe(true)
  })
})

describe('a SQL program', () => {
  it.each<[source: string, cyclomatic: number, cognitive: number]>([
    ['select 1', 1, 0],
    ['select a from b where c and d and e', 3, 1],
    ['select a from b where c and d or e', 3, 2],
    ['select a from b where c between 1 and 2', 1, 0],
    ['select case when a then 1 when b then 2 else 3 end from c', 3, 1],
    ['select a from b where c in (select d from e where f in (select g from h))', 1, 3],
    ['select 1; select 2', 2, 0],
  ])('%j has %i ways and takes an effort of %i', (source, cyclomatic, cognitive) => {
    expect(analyzeSql.read(source, 'sql')).toMatchObject({ cyclomatic, cognitive, partial: false })
  })

  it.each(["select 'a", 'select (1', "select '"])('is read in part when it stops in the middle: %j', (source) => {
    expect(analyzeSql.read(source, 'postgres').partial).toBe(true)
  })
})
