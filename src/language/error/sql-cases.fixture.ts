import type { ErrorCase } from './error-case.fixture.ts'

export const sqlCases: ErrorCase[] = [
  [
    'an SQL syntax error, at the token that does not fit',
    'sql',
    "select 'fromm';\nselect 1\nfromm t where a = 'fromm'",
    { type: 'SyntaxError', message: 'near "t": syntax error', line: 3, column: 7, expression: 't' },
  ],
  [
    'a broken constraint in SQL, at the statement',
    'sql',
    'create table t (a integer primary key);\ninsert into t values (1);\ninsert into t values (1);',
    { type: 'ConstraintError', message: 'UNIQUE constraint failed: t.a', line: 3, column: 1 },
  ],
  [
    'an SQL program that ends in the middle',
    'sql',
    'select (1 +',
    { type: 'SyntaxError', message: 'incomplete input', line: 1, column: 12 },
  ],
  [
    'an error of PostgreSQL at its place, with its suggestion',
    'postgres',
    "select 'ä' as first;\nselect 'ü',\n  nme from (select 1 as name) as users",
    {
      type: 'SqlError',
      message: 'column "nme" does not exist',
      line: 3,
      column: 3,
      hint: 'Perhaps you meant to reference the column "users.name".',
      expression: 'nme',
    },
  ],
  [
    'an error of DuckDB at its place',
    'duckdb',
    'select 1;\nselect 1 +\n  nope',
    {
      type: 'SqlError',
      message: 'Referenced column "nope" was not found because the FROM clause is missing',
      line: 3,
      column: 3,
      expression: 'nope',
    },
  ],
  [
    'a column that is ambiguous in SQLite, where it stands alone',
    'sql',
    'select a.id from (select 1 as id) a, (select 2 as id) b where id = 1',
    { type: 'SqlError', message: 'ambiguous column name: id', line: 1, column: 63, expression: 'id' },
  ],
  [
    'a character that SQLite does not know',
    'sql',
    'select 1 # comment',
    { type: 'SyntaxError', message: 'unrecognized token: "#"', line: 1, column: 10, expression: '#' },
  ],
  [
    'a column that an insert of SQLite names wrongly',
    'sql',
    'create table t (a int);\ninsert into t (a, zz) values (1, 2)',
    { type: 'SqlError', message: 'table t has no column named zz', line: 2, column: 19 },
  ],
  [
    'the suggestion of DuckDB',
    'duckdb',
    'create table users (id int, name text);\nselect * from user',
    {
      type: 'SqlError',
      message: 'Table with name user does not exist!\nDid you mean "users"?',
      line: 2,
      column: 15,
      hint: 'Did you mean "users"?',
    },
  ],
]
