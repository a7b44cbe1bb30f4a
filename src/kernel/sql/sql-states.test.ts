import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStatesBench } from '../kernel-states.fixture.ts'

const TABLE = 'application/vnd.anneal.table+json'
let sql: Awaited<ReturnType<typeof openStatesBench>>
beforeEach(async () => {
  sql = await openStatesBench('sql')
})
afterEach(() => sql.destroy())

const rowsOf = async (code: string) => ((await sql.value(code))?.[TABLE] as { rows: unknown[][] } | undefined)?.rows

describe('a saved SQL connection brings back', () => {
  it('tables, views, indexes and triggers, which still work', async () => {
    await sql.run(`CREATE TABLE t(a INTEGER PRIMARY KEY AUTOINCREMENT, b UNIQUE); CREATE VIEW v AS SELECT b FROM t;
      CREATE TRIGGER mark AFTER INSERT ON t BEGIN UPDATE t SET b = 'new' || new.a WHERE a = new.a; END;
      INSERT INTO t(b) VALUES (x'00ff'), (NULL)`)
    expect(await sql.reborn()).toEqual({ lost: [], missing: [], versions: { sqlite: expect.stringMatching(/^3\./) } })
    await sql.run('DELETE FROM t WHERE a = 2; INSERT INTO t(b) VALUES (1)')
    expect(await rowsOf('SELECT * FROM v')).toEqual([['new1'], ['new3']])
  })

  it('temporary tables with the numbers of their rows, computed columns, indexes, views and triggers', async () => {
    await sql.run(`CREATE TABLE t(a); CREATE TEMP TABLE t2(a, b AS (a * 2)); INSERT INTO t2(a) VALUES (1), (2), (3);
      DELETE FROM t2 WHERE a = 1; CREATE UNIQUE INDEX temp.i ON t2(a); CREATE TEMP VIEW v AS SELECT rowid, b FROM t2;
      CREATE TEMP TRIGGER g AFTER INSERT ON main.t BEGIN INSERT INTO t2(a) VALUES (new.a); END;
      CREATE TEMP TABLE w(k PRIMARY KEY) WITHOUT ROWID; INSERT INTO w VALUES ('k')`)
    expect(await sql.reborn()).toMatchObject({ lost: [], missing: [] })
    await sql.run('INSERT INTO t VALUES (9)')
    expect(await rowsOf('SELECT rowid, b FROM v')).toEqual([
      [2, 4],
      [3, 6],
      [4, 18],
    ])
    expect(await rowsOf('SELECT k FROM temp.w')).toEqual([['k']])
    expect((await sql.run('INSERT INTO t2(a) VALUES (2)')).error?.name).toBe('SQLITE_CONSTRAINT_UNIQUE')
    expect(await rowsOf('SELECT count(*) FROM main.sqlite_master')).toEqual([[1]])
  })

  it('attached databases in memory and in files, and the settings of the connection', async () => {
    await sql.run(`.open kept.db
      CREATE TABLE f(a); INSERT INTO f VALUES (1); ATTACH ':memory:' AS "o t"; CREATE TABLE "o t".m AS SELECT 2 AS a;
      ATTACH 'second.db' AS second; CREATE TABLE second.s AS SELECT 3 AS a;
      PRAGMA foreign_keys = ON; PRAGMA case_sensitive_like = ON; PRAGMA query_only = ON`)
    expect(await sql.reborn()).toMatchObject({ lost: [], missing: [] })
    expect(await rowsOf('SELECT f.a, m.a, s.a FROM main.f, "o t".m, second.s')).toEqual([[1, 2, 3]])
    expect(await rowsOf("SELECT foreign_keys, 'a' LIKE 'A' FROM pragma_foreign_keys")).toEqual([[1, 0]])
    expect((await sql.run('DELETE FROM f')).error?.name).toBe('SQLITE_READONLY')
  })
})

describe('a mark of a SQL connection', () => {
  it('can be gone back to after the connection itself was restored', async () => {
    await sql.run('CREATE TABLE t AS SELECT 1 AS a')
    await sql.reborn()
    await sql.undone('DELETE FROM t')
    expect(await rowsOf('SELECT a FROM t')).toEqual([[1]])
    expect(await sql.reborn()).toMatchObject({ lost: [], missing: [] })
    expect(await rowsOf('SELECT a FROM t')).toEqual([[1]])
  })

  it("undoes the user's own transactions and another database", async () => {
    await sql.run('CREATE TABLE t AS SELECT 1 AS a')
    await sql.undone('BEGIN; DELETE FROM t; COMMIT; BEGIN; CREATE TABLE u(a);\n.open other.db\nCREATE TABLE o(a)')
    expect(await rowsOf('SELECT a FROM t')).toEqual([[1]])
    expect(await rowsOf("SELECT count(*) FROM sqlite_master WHERE name IN ('u', 'o')")).toEqual([[0]])
    expect((await sql.run('BEGIN; COMMIT')).status).toBe('ok')
  })

  it('is not made where an open transaction could not be gone back into', async () => {
    await sql.run('CREATE TABLE t(a); BEGIN; INSERT INTO t VALUES (1)')
    expect(await sql.unsafe()).toContain('open transaction')
    expect(await sql.reborn()).toMatchObject({ lost: [{ name: 'transaction' }] })
    expect(await rowsOf('SELECT a FROM t')).toEqual([[1]])
    await sql.run('BEGIN; INSERT INTO t VALUES (2)')
    expect(await sql.reborn()).toMatchObject({ lost: [{ name: 'transaction' }] })
    expect(await rowsOf('SELECT a FROM t')).toEqual([[1], [2]])
  })
})

describe('state that a SQL connection cannot keep', () => {
  it('is named: temporary virtual tables', async () => {
    await sql.run('CREATE VIRTUAL TABLE temp.words USING fts5(text); CREATE TEMP TABLE plain AS SELECT 1 AS a')
    expect(await sql.reborn()).toMatchObject({ lost: [{ name: 'temp.words' }], missing: [] })
    expect(await rowsOf('SELECT name FROM sqlite_temp_master')).toEqual([['plain']])
  })
})
