import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type KernelBench, openKernelBench } from '../kernel-bench.fixture.ts'

const TABLE = 'application/vnd.anneal.table+json'
let sql: KernelBench
let python: string
beforeAll(async () => {
  sql = await openKernelBench('sql')
  const files = await sql.contexts.create({ language: 'python' })
  python = files.id
})
afterAll(() => sql.destroy())

const rowsOf = async (code: string) => {
  const table = (await sql.value(code))?.[TABLE] as { rows: unknown[][] } | undefined
  return table?.rows
}
const writeFile = (name: string, text: string) =>
  sql.contexts.execute(python, `open(${JSON.stringify(name)}, "w").write(${JSON.stringify(text)})`)

describe('a SQL cell', () => {
  it('shows each table as text, HTML and data, the last one as its value', async () => {
    const { shown } = await sql.run("SELECT 1 AS a; -- one; two\nSELECT 'x;<y>' AS b, NULL AS c, 1.5 AS d")
    expect(shown.map(({ isResult }) => isResult)).toEqual([false, true])
    expect(shown[1]?.data).toEqual({
      'text/plain': 'b     | c    | d\n------+------+----\nx;<y> | NULL | 1.5',
      'text/html':
        '<table><thead><tr><th>b</th><th>c</th><th>d</th></tr></thead><tbody><tr><td>x;&lt;y&gt;</td><td>NULL</td><td>1.5</td></tr></tbody></table>',
      [TABLE]: {
        columns: [
          { name: 'b', type: 'text' },
          { name: 'c', type: 'null' },
          { name: 'd', type: 'real' },
        ],
        rows: [['x;<y>', null, 1.5]],
        rowCount: 1,
        truncated: false,
      },
    })
  })

  it('keeps its connection: tables, triggers and an open transaction', async () => {
    await sql.run(
      "CREATE TABLE t(a, b); CREATE TRIGGER mark AFTER INSERT ON t BEGIN UPDATE t SET b = 'new;' WHERE a = new.a; END; INSERT INTO t(a) VALUES (1)",
    )
    await sql.run('BEGIN; DELETE FROM t')
    expect(await rowsOf('SELECT count(*) FROM t')).toEqual([[0]])
    await sql.run('ROLLBACK')
    expect(await rowsOf('SELECT * FROM t')).toEqual([[1, 'new;']])
  })

  it.each([
    ['a word out of place', 'SELECT 1;\nSELECT a,\n  b FORM t', { line: 3, column: 10 }],
    ['… also where the same word stood in a text before', "SELECT 't', b FORM t", { line: 1, column: 20 }],
    ['a column that does not exist', 'SELECT a,\n nothing FROM t', { line: 2, column: 2 }],
    ['a table that does not exist', 'SELECT *\nFROM missing', { line: 2, column: 6 }],
    ['an end that is missing', 'SELECT (1,', { line: 1, column: 11 }],
  ])('says where it fails by %s', async (_, code, place) => {
    expect((await sql.run(code)).error).toMatchObject({ name: 'SQLITE_ERROR', ...place })
  })

  it('cuts a table at a thousand rows and says so', async () => {
    const endless = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n'
    const data = await sql.value(endless)
    expect(data?.[TABLE]).toMatchObject({ rowCount: 1000, truncated: true })
    expect(data?.['text/plain']).toMatch(/\(the first 1000 rows; there are more\)$/)
  })

  it('can be interrupted in the middle of an endless query, and keeps the database', async () => {
    const code = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n'
    expect(await sql.interrupted(code)).toMatchObject({ status: 'interrupted', stateLost: false })
    expect(await rowsOf('SELECT a FROM t')).toEqual([[1]])
  })

  it('keeps numbers exact and bytes readable', async () => {
    expect(await rowsOf("SELECT 9007199254740993, x'00ff', 9e999")).toEqual([['9007199254740993', 'AP8=', 'inf']])
  })

  it('reads CSV and JSON files of the workspace', async () => {
    await writeFile('people.csv', 'name,age,zip\nAda,36,007\n"B, C",4.5,1\n')
    await writeFile('items.json', '[{"a": 1, "b": [2]}, {"a": 3}]')
    await sql.run('.import people.csv people\n.import items.json items')
    expect(await rowsOf('SELECT * FROM people')).toEqual([
      ['Ada', 36, '007'],
      ['B, C', 4.5, 1],
    ])
    expect(await rowsOf('SELECT * FROM items')).toEqual([
      [1, '[2]'],
      [3, null],
    ])
    expect(await rowsOf("SELECT value ->> 'a' FROM json_each(read_text('items.json'))")).toEqual([[1], [3]])
    expect((await sql.run("SELECT read_text('nothing')")).error?.value).toContain('nothing')
  })

  it('works on a file of the workspace', async () => {
    await sql.run('.open kept.db\nCREATE TABLE kept AS SELECT 5 AS five;\n.open')
    expect(await rowsOf("ATTACH 'kept.db' AS other; SELECT five FROM other.kept")).toEqual([[5]])
  })

  it('refuses unknown commands with the list of known ones', async () => {
    expect((await sql.run('SELECT 1;\n.quit')).error).toMatchObject({
      line: 2,
      value: expect.stringContaining('.schema'),
    })
  })

  it('takes records as a table and gives them back', async () => {
    const records = [
      { a: 1, b: 'x' },
      { a: 2, b: null },
    ]
    await sql.contexts.setVariable(sql.id, 'records', records)
    expect((await sql.contexts.getVariable(sql.id, 'records')).json).toEqual(records)
    expect(await sql.contexts.variables(sql.id)).toContainEqual({ name: 'records', type: 'table', summary: 'a, b' })
  })
})
