import { expect, it } from 'vitest'
import { sqlPromises } from './support/sql-promises.ts'

const runner = sqlPromises(['postgres', 'duckdb'])

it('PostgreSQL has its own language for functions, and its notices are not results', async () => {
  const code =
    "create function twice(n int) returns int as $$ begin raise notice 'n is %', n; return n * 2; end $$ language plpgsql;\nselect twice(21);"
  const { stdout, stderr } = await runner().run('pg', { code })
  expect([stdout, stderr]).toEqual([' twice\n-------\n    42\n(1 row)\n', 'NOTICE: n is 21\n'])
})

it('DuckDB writes and reads files by itself', async () => {
  const code = "copy (select 42 as answer) to 'a.parquet';\nselect * from 'a.parquet';"
  expect((await runner().run('duckdb', { code })).stdout).toBe(' answer\n--------\n     42\n(1 row)\n')
})
