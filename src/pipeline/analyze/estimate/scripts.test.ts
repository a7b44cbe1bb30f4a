import { describe, expect, it } from 'vitest'
import { analyzeBash } from '../analyze-bash.ts'
import { analyzeSql } from '../analyze-sql.ts'

describe('the estimate for a shell script', () => {
  it.each<[source: string, time: string]>([
    ['echo a', 'O(1)'],
    ['for a in 1 2 {3..9}; do b; done', 'O(1)'],
    ['for a in *.txt; do b; done', 'O(n)'],
    ['for ((i = 0; i < 10; i++)); do a; done', 'O(1)'],
    ['while read -r a; do for b in $a; do c; done; done', 'O(n²)'],
    ['f() { for a in "$@"; do b; done; }\nfor c in *; do f "$c"; done', 'O(n²)'],
    ['sort a', 'O(n log n)'],
    ['while true; do a; done', 'unbounded'],
    ['while :; do a && break; done', 'O(n)'],
  ])('%j grows as %s', (source, time) => {
    expect(analyzeBash.read(source, 'bash').estimate.time).toBe(time)
  })

  it('says whether the program reaches the network, files and processes', () => {
    const reached = (source: string) => {
      const { network, files, processes } = analyzeBash.read(source, 'bash').estimate
      return { network, files, processes }
    }
    expect(reached('echo a > /dev/null 2>&1')).toEqual({ network: false, files: false, processes: false })
    expect(reached('echo a > b')).toEqual({ network: false, files: true, processes: false })
    expect(reached('exec 3<> /dev/tcp/a/80')).toEqual({ network: true, files: false, processes: false })
    expect(reached('curl a')).toEqual({ network: true, files: false, processes: true })
    expect(analyzeBash.read('a=$(cat b)', 'bash').estimate.memory).toBe('moderate')
  })
})

describe('the estimate for a SQL program', () => {
  it.each<[source: string, time: string]>([
    ['create table a (b int)', 'O(1)'],
    ['insert into a values (1)', 'O(1)'],
    ['select * from a', 'O(n)'],
    ['update a set b = 1', 'O(n)'],
    ['select b from a order by c', 'O(n log n)'],
    ['select * from a cross join b', 'O(n²)'],
    ['select * from a, b', 'O(n²)'],
    ['select * from a, b where a.c = b.c', 'O(n)'],
    ['with recursive r as (select 1 union all select 1 from r) select * from r', 'unbounded'],
  ])('%j grows as %s', (source, time) => {
    expect(analyzeSql.read(source, 'postgres').estimate.time).toBe(time)
  })

  it('says whether the program reaches the network, files and processes', () => {
    expect(analyzeSql.read("copy a to program 'b'", 'postgres').estimate).toMatchObject({
      files: true,
      processes: true,
    })
    expect(analyzeSql.read("select * from read_csv('https://a/b')", 'duckdb').estimate).toMatchObject({
      files: true,
      network: true,
    })
    expect(analyzeSql.read('select 1', 'sql').estimate).toMatchObject({ files: false, network: false, reasons: [] })
  })
})
