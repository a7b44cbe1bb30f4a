import { tableText } from '../sql/inside/table.ts'
import type { LanguageSamples } from './samples.ts'

const SERIES =
  'with recursive series(n) as (select 1 union all select n + 1 from series where n < 20000) select n from series;'

function shown(name: string, values: (string | number)[]): string {
  return tableText({ columns: [{ name, type: '' }], rows: values.map((value) => [value]) })
}

/** Results are printed as tables; arguments, input and files are tables. */
export const sqlSamples: LanguageSamples = {
  hello: { code: "select 'hello' as greeting;", stdout: shown('greeting', ['hello']) },
  stdin: { code: 'select line from stdin order by n;', stdout: shown('line', ['one', 'zwölf']) },
  args: { code: 'select value from args order by n;', stdout: shown('value', ['a b', '$HOME', 'ü']) },
  files: { code: 'select sum(n) as total from numbers;', stdout: shown('total', [6]) },
  exitCode: { code: 'select * from nowhere;', exitCode: 1 },
  error: {
    code: 'create table a (n integer);\n\nselect nope from a;',
    type: 'SqlError',
    message: 'no such column: nope',
  },
  unicode: { code: "select 'héllo ✓ 你好 🎉' as text;", stdout: shown('text', ['héllo ✓ 你好 🎉']) },
  large: {
    code: SERIES,
    stdout: shown(
      'n',
      Array.from({ length: 20_000 }, (_, n) => n + 1),
    ),
  },
  forever: {
    code: "select 'started' as state;\nwith recursive series(n) as (select 1 union all select n + 1 from series) select count(*) from series;",
    stdout: shown('state', ['started']),
  },
}

export const postgresSamples: LanguageSamples = {
  ...sqlSamples,
  error: { ...sqlSamples.error, message: 'column "nope" does not exist' },
  // A sum of bigint is numeric, which is printed as text.
  files: { code: 'select sum(n)::int as total from numbers;', stdout: shown('total', [6]) },
}

export const duckdbSamples: LanguageSamples = {
  ...sqlSamples,
  error: {
    ...sqlSamples.error,
    message: 'Referenced column "nope" not found in FROM clause!\nCandidate bindings: "n"',
  },
  files: { code: "select sum(n) as total from 'data/numbers.csv';", stdout: shown('total', [6]) },
}
