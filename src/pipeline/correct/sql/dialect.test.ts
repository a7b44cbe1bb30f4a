import { expect, test } from 'vitest'
import { applyEdits } from '../../apply-edits.ts'
import { dialect } from './dialect.ts'

/** The program as the strategy rewrites it for the database with this id. */
function said(language: string, code: string): string | undefined {
  const diagnosis = { type: 'SyntaxError', message: '' } as Parameters<typeof dialect.propose>[0]['diagnosis']
  const [best] = dialect.propose({ code, language, diagnosis, facts: {} })
  return best && applyEdits(code, best.edits)
}

const FOR_SQLITE: [written: string, meant: string][] = [
  ["SELECT a FROM b WHERE a ILIKE 'x%';", "SELECT a FROM b WHERE a LIKE 'x%';"],
  ['SELECT NOW(), LEN(a) FROM b;', 'SELECT CURRENT_TIMESTAMP, LENGTH(a) FROM b;'],
  ['SELECT a::int, (b + 1)::text FROM c;', 'SELECT CAST(a AS int), CAST((b + 1) AS text) FROM c;'],
  ["SELECT '2024-01-02'::date;", "SELECT date('2024-01-02');"],
  ['SELECT TOP 5 a FROM b ORDER BY a;', 'SELECT a FROM b ORDER BY a LIMIT 5;'],
  ['SELECT a FROM b FETCH FIRST 5 ROWS ONLY;', 'SELECT a FROM b LIMIT 5;'],
  ['SELECT EXTRACT(YEAR FROM a) FROM b;', "SELECT CAST(strftime('%Y', a) AS INTEGER) FROM b;"],
  ["SELECT TO_CHAR(a, 'YYYY-MM') FROM b;", "SELECT strftime('%Y-%m', a) FROM b;"],
  ["SELECT GROUP_CONCAT(a SEPARATOR '; ') FROM b;", "SELECT GROUP_CONCAT(a, '; ') FROM b;"],
  ['SELECT NVL(a, 0), LEFT(b, 3) FROM c;', 'SELECT IFNULL(a, 0), SUBSTR(b, 1, 3) FROM c;'],
  ['SELECT DATE_ADD(a, INTERVAL 7 DAY) FROM b;', "SELECT date(a, '+7 day') FROM b;"],
  ['CREATE TABLE a (id INT AUTO_INCREMENT PRIMARY KEY);', 'CREATE TABLE a (id INTEGER PRIMARY KEY);'],
  ["CREATE TABLE a (b ENUM('x', 'y'));", "CREATE TABLE a (b TEXT CHECK (b IN ('x', 'y')));"],
  ['CREATE TABLE a (b INT) ENGINE=InnoDB;', 'CREATE TABLE a (b INT);'],
  ['CREATE TABLE a (b INT, KEY c (b));', 'CREATE TABLE a (b INT);\nCREATE INDEX c ON a ( b );'],
  ['TRUNCATE TABLE a;', 'DELETE FROM a;'],
  ['INSERT IGNORE INTO a VALUES (1);', 'INSERT OR IGNORE INTO a VALUES (1);'],
]

test.each(FOR_SQLITE)('the strategy says it in the words of SQLite: %s', (written, meant) => {
  expect(said('sql', written)).toBe(meant)
})

const FOR_POSTGRES: [written: string, meant: string][] = [
  ['SELECT `a` FROM `b c`;', 'SELECT a FROM "b c";'],
  ['SELECT IFNULL(a, 0) FROM b LIMIT 5, 10;', 'SELECT COALESCE(a, 0) FROM b LIMIT 10 OFFSET 5;'],
  ["SELECT IIF(a > 1, 'x', 'y') FROM b;", "SELECT CASE WHEN a > 1 THEN 'x' ELSE 'y' END FROM b;"],
  [
    'CREATE TABLE a (id INTEGER PRIMARY KEY AUTOINCREMENT, b DATETIME);',
    'CREATE TABLE a (id SERIAL PRIMARY KEY, b TIMESTAMP);',
  ],
  ["SELECT strftime('%Y-%m', a) FROM b;", "SELECT TO_CHAR(CAST(a AS TIMESTAMP), 'YYYY-MM') FROM b;"],
]

test.each(FOR_POSTGRES)('the strategy says it in the words of PostgreSQL: %s', (written, meant) => {
  expect(said('postgres', written)).toBe(meant)
})

test('the strategy says it in the words of DuckDB: a column that counts itself', () => {
  expect(said('duckdb', 'CREATE TABLE a (id SERIAL PRIMARY KEY);')).toBe(
    "CREATE SEQUENCE a_id_seq;\nCREATE TABLE a (id INTEGER DEFAULT nextval('a_id_seq') PRIMARY KEY);",
  )
})

test('functions that the database has itself are left alone', () => {
  expect(said('sql', "SELECT ifnull(a, 0), strftime('%Y', b), 'now()' FROM c LIMIT 1, 2;")).toBeUndefined()
  expect(said('postgres', "SELECT now(), a::int, to_char(b, 'YYYY') FROM c;")).toBeUndefined()
})
