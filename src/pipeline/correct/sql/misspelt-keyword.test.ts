import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { misspeltKeyword } from './misspelt-keyword.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  [
    'at the beginning',
    'SELCT 1;\n',
    'SELECT 1;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 1 },
  ],
  [
    'where nothing but NULL can stand',
    'SELECT a FROM t WHERE a IS NOT NUL;\n',
    'SELECT a FROM t WHERE a IS NOT NULL;\n',
    { type: 'SqlError', message: 'no such column: NUL', line: 1, column: 32 },
  ],
  [
    'that were taken for an alias',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT name FORM users;\n',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT name FROM users;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 3, column: 18 },
  ],
  [
    'of two letters',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT name FROM users WHERE id NI (1);\n',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT name FROM users WHERE id IN (1);\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 3, column: 33 },
  ],
  [
    'before BY',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT name FROM users ODRER BY name;\n',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT name FROM users ORDER BY name;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 3, column: 30 },
  ],
  [
    'in small letters',
    'selct 1;\n',
    'select 1;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 1 },
  ],
  [
    'that a type has swallowed',
    'CREATE TABLE a (id INTEGER PRIMRY KEY);\n',
    'CREATE TABLE a (id INTEGER PRIMARY KEY);\n',
    { type: 'SqlError', message: 'foreign key mismatch - "b" referencing "a"', line: 1, column: 1 },
  ],
  [
    'that were written as one',
    'SELECT 1 ORDERBY 1;\n',
    'SELECT 1 ORDER BY 1;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 18 },
  ],
]

test.each(REPAIRED)('the strategy corrects keywords: %s', (_, broken, mended, told) => {
  expect(repaired(misspeltKeyword, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  [
    'names of the program',
    'CREATE TABLE form (a INTEGER);\nSELECT a form,;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 2, column: 15 },
  ],
  [
    'other failures',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT nmae FROM users;\n',
    { type: 'SqlError', message: 'no such column: nmae', line: 3, column: 8 },
  ],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(misspeltKeyword, code, told)).toBeUndefined()
})
