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
  [
    "SELECT a FROM b WHERE a REGEXP '^x' AND c NOT RLIKE 'y$';",
    "SELECT a FROM b WHERE a LIKE 'x%' AND c NOT LIKE '%y';",
  ],
  ['SELECT a FROM b WHERE a > ALL (SELECT c FROM d);', 'SELECT a FROM b WHERE a > (SELECT MAX(c) FROM d);'],
  ['SELECT a FROM b WHERE a = ANY (SELECT c FROM d);', 'SELECT a FROM b WHERE a IN (SELECT c FROM d);'],
  ["SELECT STRING_AGG(DISTINCT a, '; ') FROM b;", "SELECT REPLACE(GROUP_CONCAT(DISTINCT a), ',', '; ') FROM b;"],
  ["SELECT GROUP_CONCAT(a ORDER BY c SEPARATOR '; ') FROM b;", "SELECT GROUP_CONCAT(a, '; ' ORDER BY c) FROM b;"],
  ['SELECT DATE_SUB(a, INTERVAL 2 WEEK) FROM b;', "SELECT date(a, '-14 day') FROM b;"],
  ["SELECT a + INTERVAL '3 hours' FROM b;", "SELECT datetime(a, '+3 hour') FROM b;"],
  [
    'SELECT CONVERT(VARCHAR(9), a), CAST(a AS VARCHAR(MAX)) FROM b;',
    'SELECT CAST(a AS VARCHAR(9)), CAST(a AS TEXT) FROM b;',
  ],
  [
    "SELECT TO_DATE(a, 'DD/MM/YYYY') FROM b;",
    "SELECT (SUBSTR(a, 7, 4) || '-' || SUBSTR(a, 4, 2) || '-' || SUBSTR(a, 1, 2)) FROM b;",
  ],
  ["SELECT STR_TO_DATE(a, '%Y-%m-%d') FROM b;", 'SELECT date(a) FROM b;'],
  ["SELECT LPAD(a, 3, '0') FROM b;", "SELECT SUBSTR('000' || a, -3) FROM b;"],
  ["SELECT a FROM b WITH (NOLOCK) WHERE a > DATE '2024-01-02';", "SELECT a FROM b  WHERE a > '2024-01-02';"],
  ['SELECT YEAR(NOW()) FROM b;', "SELECT CAST(strftime('%Y', CURRENT_TIMESTAMP) AS INTEGER) FROM b;"],
  [
    'SELECT TIMESTAMPDIFF(HOUR, a, c) FROM b;',
    "SELECT ((CAST(strftime('%s', c) AS INTEGER) - CAST(strftime('%s', a) AS INTEGER)) / 3600) FROM b;",
  ],
  [
    'SELECT TRUNCATE(a, 2), COUNTIF(a > 1) FROM b;',
    'SELECT (TRUNC((a) * 100) / 100), COUNT(CASE WHEN a > 1 THEN 1 END) FROM b;',
  ],
  ['SHOW TABLES;', "SELECT name FROM sqlite_master WHERE type = 'table';"],
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

test('a pattern or a format that SQLite has no words for is left as it is', () => {
  expect(said('sql', "SELECT a FROM b WHERE a REGEXP '^[xy]+';")).toBeUndefined()
  expect(said('sql', "SELECT DATE_FORMAT(a, '%M %e') FROM b;")).toBeUndefined()
  expect(said('sql', "SELECT date(a, 'start of month', '+1 month') FROM b;")).toBeUndefined()
})

test('functions that the database has itself are left alone', () => {
  expect(said('sql', "SELECT ifnull(a, 0), strftime('%Y', b), 'now()' FROM c LIMIT 1, 2;")).toBeUndefined()
  expect(said('postgres', "SELECT now(), a::int, to_char(b, 'YYYY') FROM c;")).toBeUndefined()
})
