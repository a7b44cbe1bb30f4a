import { type Conversation, fails, works } from './conversation.ts'

export const sql: Conversation = {
  language: 'sql',
  probe: `SELECT (SELECT group_concat(type || name || coalesce(sql, '')) FROM (SELECT * FROM sqlite_master ORDER BY name)) AS shape,
  (SELECT group_concat(quote(id) || quote(name)) FROM (SELECT * FROM person ORDER BY id)) AS person,
  (SELECT group_concat(quote(a)) FROM temp.scratch) AS scratch`,
  cells: [
    works(
      "CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO person(name) VALUES ('Ada'), ('Bob'), (NULL); CREATE TEMP TABLE scratch(a)",
    ),
    fails("INSERT INTO person(name) VALUES ('Eve'); SELECT * FROM nowhere"),
    works("CREATE INDEX by_name ON person(name); INSERT INTO scratch VALUES (1.5), (x'00ff')"),
    fails('DELETE FROM person; DROP TABLE temp.scratch; INSERT INTO person(id) VALUES (1), (1)'),
    works("UPDATE person SET name = 'Bea' WHERE id = 2"),
    fails('BEGIN; DELETE FROM person; COMMIT; SELEKT'),
    fails(
      'CREATE TABLE spoilt(a); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n',
      {
        failsBy: 'timeout',
        timeoutMs: 500,
      },
    ),
    works('CREATE VIEW named AS SELECT name FROM person WHERE name IS NOT NULL'),
    fails('ALTER TABLE person RENAME TO people; SELECT * FROM person'),
    works("INSERT INTO person(name) SELECT name || '2' FROM named"),
  ],
}
