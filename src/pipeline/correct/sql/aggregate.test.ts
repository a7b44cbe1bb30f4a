import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { aggregate } from './aggregate.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  [
    'a condition on groups',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT user_id FROM orders WHERE SUM(amount) > 5 GROUP BY user_id;\n',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT user_id FROM orders  GROUP BY user_id\nHAVING SUM(amount) > 5;\n',
    { type: 'SqlError', message: 'misuse of aggregate: SUM()', line: 3, column: 1 },
  ],
  [
    'a condition on rows and one on groups',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT user_id FROM orders WHERE id > 1 AND SUM(amount) > 5 GROUP BY user_id;\n',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT user_id FROM orders WHERE id > 1 GROUP BY user_id\nHAVING SUM(amount) > 5;\n',
    { type: 'SqlError', message: 'misuse of aggregate: SUM()', line: 3, column: 1 },
  ],
  [
    'an aggregate of the query inside',
    'CREATE TABLE users (id INTEGER, age INTEGER);\nSELECT u.id FROM users AS u WHERE u.age = (SELECT max(u.age) FROM users);\n',
    'CREATE TABLE users (id INTEGER, age INTEGER);\nSELECT u.id FROM users AS u WHERE u.age = (SELECT max(age) FROM users);\n',
    { type: 'SqlError', message: 'misuse of aggregate: max()', line: 2, column: 1 },
  ],
  [
    'a missing GROUP BY',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT city, COUNT(*) FROM users ORDER BY city;\n',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT city, COUNT(*) FROM users\nGROUP BY city ORDER BY city;\n',
    {
      type: 'SqlError',
      message: 'column "users.city" must appear in the GROUP BY clause or be used in an aggregate function',
      line: 3,
      column: 8,
    },
  ],
  [
    'a GROUP BY that lacks a column',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT city, name, COUNT(*) FROM users GROUP BY city;\n',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT city, name, COUNT(*) FROM users GROUP BY city, name;\n',
    {
      type: 'SqlError',
      message: 'column "users.name" must appear in the GROUP BY clause or be used in an aggregate function',
      line: 3,
      column: 14,
    },
  ],
]

test.each(REPAIRED)('the strategy puts groups right: %s', (_, broken, mended, told) => {
  expect(repaired(aggregate, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  [
    'other failures',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT city FROM users;\n',
    { type: 'SqlError', message: 'no such column: x', line: 1, column: 1 },
  ],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(aggregate, code, told)).toBeUndefined()
})
