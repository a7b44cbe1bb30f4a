import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { misspeltName } from './misspelt-name.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  [
    'of a column',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT nmae FROM users;\n',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT name FROM users;\n',
    { type: 'SqlError', message: 'no such column: nmae', line: 3, column: 8 },
  ],
  [
    'of a table',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT name FROM usres;\n',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT name FROM users;\n',
    { type: 'SqlError', message: 'no such table: usres', line: 3, column: 18 },
  ],
  [
    'of a column with its table',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT u.nmae FROM users u;\n',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT u.name FROM users u;\n',
    { type: 'SqlError', message: 'no such column: u.nmae', line: 3, column: 8 },
  ],
  [
    'of a table that is written in another style, and rightly beside it',
    'CREATE TABLE has_pet (PetID INTEGER);\nSELECT has_pet.PetID FROM haspet;\n',
    'CREATE TABLE has_pet (PetID INTEGER);\nSELECT has_pet.PetID FROM has_pet;\n',
    { type: 'SqlError', message: 'no such table: haspet', line: 2, column: 19 },
  ],
  [
    'of a column of two words, whose sign is lost with a letter',
    'CREATE TABLE users (full_name TEXT);\nSELECT fulname FROM users;\n',
    'CREATE TABLE users (full_name TEXT);\nSELECT full_name FROM users;\n',
    { type: 'SqlError', message: 'no such column: fulname', line: 2, column: 8 },
  ],
  [
    'of a table by a letter twice',
    'CREATE TABLE city (name TEXT);\nSELECT name FROM cityy;\n',
    'CREATE TABLE city (name TEXT);\nSELECT name FROM city;\n',
    { type: 'SqlError', message: 'no such table: cityy', line: 2, column: 18 },
  ],
  [
    'of a function',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT COUTN(*) FROM users;\n',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT COUNT(*) FROM users;\n',
    { type: 'SqlError', message: 'no such function: COUTN', line: 3, column: 8 },
  ],
  [
    'of an alias that is not there',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT x.amount FROM users u JOIN orders o ON o.user_id = u.id;\n',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT o.amount FROM users u JOIN orders o ON o.user_id = u.id;\n',
    { type: 'SqlError', message: 'no such column: x.amount', line: 3, column: 8 },
  ],
  [
    'of a table that has an alias',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT users.name FROM users u;\n',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT u.name FROM users u;\n',
    { type: 'SqlError', message: 'no such column: users.name', line: 3, column: 8 },
  ],
  [
    'in an insert',
    "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nINSERT INTO users (id, nmae) VALUES (1, 'a');\n",
    "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nINSERT INTO users (id, name) VALUES (1, 'a');\n",
    { type: 'SqlError', message: 'table users has no column named nmae', line: 3, column: 1 },
  ],
  [
    'where it was declared',
    'CREATE TABLE a (nmae TEXT);\nSELECT name FROM a;\nSELECT name FROM a ORDER BY name;\n',
    'CREATE TABLE a (name TEXT);\nSELECT name FROM a;\nSELECT name FROM a ORDER BY name;\n',
    { type: 'SqlError', message: 'no such column: name', line: 2, column: 8 },
  ],
  [
    'in the query, where only one statement says it',
    'CREATE TABLE a (nmae TEXT);\nSELECT name FROM a ORDER BY name;\n',
    'CREATE TABLE a (nmae TEXT);\nSELECT nmae FROM a ORDER BY nmae;\n',
    { type: 'SqlError', message: 'no such column: name', line: 2, column: 8 },
  ],
  [
    'in a common table expression',
    'WITH sums AS (SELECT 1 AS total)\nSELECT totl FROM sums;\n',
    'WITH sums AS (SELECT 1 AS total)\nSELECT total FROM sums;\n',
    { type: 'SqlError', message: 'no such column: totl', line: 2, column: 8 },
  ],
  [
    'as PostgreSQL tells it',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nUPDATE users SET nmae = 1;\n',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nUPDATE users SET name = 1;\n',
    { type: 'SqlError', message: 'column "nmae" of relation "users" does not exist', line: 3, column: 18 },
  ],
  [
    'as DuckDB tells it',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT nmae FROM users;\n',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT name FROM users;\n',
    { type: 'SqlError', message: 'Referenced column "nmae" not found in FROM clause!', line: 3, column: 8 },
  ],
  [
    'of a table that lost its alias',
    'CREATE TABLE t (id INTEGER, name TEXT);\nSELECT b.name FROM t a JOIN t ON a.id = b.id;\n',
    'CREATE TABLE t (id INTEGER, name TEXT);\nSELECT b.name FROM t a JOIN t b ON a.id = b.id;\n',
    { type: 'SqlError', message: 'no such column: b.name', line: 2, column: 8 },
  ],
]

test.each(REPAIRED)('the strategy finds the name that was meant: %s', (_, broken, mended, told) => {
  expect(repaired(misspeltName, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  [
    'names like no other',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT salary FROM users;\n',
    { type: 'SqlError', message: 'no such column: salary', line: 3, column: 8 },
  ],
  [
    'a name that is written in another style throughout, which is a guess',
    'CREATE TABLE has_pet (PetID INTEGER);\nSELECT PetID FROM haspet;\n',
    { type: 'SqlError', message: 'no such table: haspet', line: 2, column: 19 },
  ],
  [
    'a column that only the query around this one has',
    'CREATE TABLE people (id INTEGER);\nCREATE TABLE likes (liker INTEGER);\nSELECT id FROM people WHERE id IN (SELECT id1 FROM likes);\n',
    { type: 'SqlError', message: 'no such column: id1', line: 3, column: 43 },
  ],
  [
    'a table that the query does not read',
    'CREATE TABLE people (id INTEGER);\nCREATE TABLE has_pet (id INTEGER);\nSELECT id FROM people WHERE has_pet.id IS NULL;\n',
    { type: 'SqlError', message: 'no such column: has_pet.id', line: 3, column: 29 },
  ],
  [
    'a function of another database',
    "SELECT DATEDIFF('2024-01-02', '2024-01-01');\n",
    { type: 'SqlError', message: 'no such function: DATEDIFF', line: 1, column: 8 },
  ],
  [
    'a column of more words',
    'CREATE TABLE models (id INTEGER, Maker INTEGER);\nSELECT MakeId FROM models;\n',
    { type: 'SqlError', message: 'no such column: MakeId', line: 2, column: 8 },
  ],
  [
    'another word for a column',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, user_name TEXT);\nSELECT user_date FROM users;\n',
    { type: 'SqlError', message: 'no such column: user_date', line: 2, column: 8 },
  ],
  [
    'other failures',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT 1;\n',
    { type: 'SqlError', message: 'database is locked', line: 1, column: 1 },
  ],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(misspeltName, code, told)).toBeUndefined()
})

test('a function of another database is no slip', () => {
  const told = { type: 'SqlError', message: 'no such function: LEN', line: 2, column: 8 }
  expect(repaired(misspeltName, 'CREATE TABLE a (b TEXT);\nSELECT LEN(b) FROM a;\n', told)).toBeUndefined()
})

test('a column is not renamed where it is declared while another table declares the wanted one', () => {
  const told = { type: 'SqlError', message: 'no such column: maker', line: 3, column: 8 }
  const code =
    'CREATE TABLE names (make TEXT);\nCREATE TABLE models (maker TEXT);\nSELECT maker FROM names;\nSELECT maker FROM names;\n'
  expect(repaired(misspeltName, code, told) ?? '').not.toContain('names (maker')
})
