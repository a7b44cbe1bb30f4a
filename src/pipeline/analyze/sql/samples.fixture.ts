import type { RuleSamples } from '../samples.fixture.ts'

export const sqlSamples: RuleSamples = {
  'sql/select-star': {
    found: [
      'SELECT ⟦*⟧ FROM users WHERE id = 1;',
      'SELECT a FROM (SELECT DISTINCT ⟦*⟧ FROM t) x;',
      'WITH x AS (SELECT 1) SELECT ⟦*⟧ FROM x;',
    ],
    clean: [
      'SELECT COUNT(*) FROM users;',
      'SELECT id FROM t WHERE EXISTS (SELECT * FROM u WHERE u.id = t.id);',
      'SELECT 2 * 3;',
    ],
  },
  'sql/unbounded-select': {
    found: ['SELECT name ⟦FROM users⟧ ORDER BY name;'],
    clean: [
      'SELECT name FROM users LIMIT 10;',
      'SELECT name FROM users WHERE id = 1;',
      'SELECT max(id) FROM users;',
      'CREATE TABLE users (name TEXT);\nSELECT name FROM users;',
      'SELECT 1;',
    ],
  },
  'sql/cartesian-join': {
    found: ['SELECT a.x FROM a⟦,⟧ b;', 'SELECT a.x FROM a ⟦JOIN⟧ b WHERE a.x = 1;'],
    clean: [
      'SELECT a.x FROM a, b WHERE a.id = b.id;',
      'SELECT a.x FROM a JOIN b ON a.id = b.id;',
      'SELECT x FROM a CROSS JOIN b;',
      'SELECT a.x, a.y FROM a;',
      'SELECT x FROM a JOIN b USING (id);',
    ],
  },
  'sql/distinct-over-join': {
    found: ['⟦SELECT DISTINCT⟧ a.x FROM a JOIN b ON a.id = b.id;'],
    clean: ['SELECT DISTINCT x FROM a;', 'SELECT a.x FROM a JOIN b ON a.id = b.id;'],
  },
  'sql/order-by-random': {
    found: ['SELECT x FROM a ⟦ORDER BY RANDOM()⟧ LIMIT 1;'],
    clean: ['SELECT x, random() FROM a ORDER BY x LIMIT 1;'],
  },
  'sql/count-for-existence': {
    found: ['SELECT id FROM a WHERE (⟦SELECT COUNT⟧(*) FROM b WHERE b.id = a.id) > 0;'],
    clean: ['SELECT id FROM a WHERE (SELECT COUNT(*) FROM b WHERE b.id = a.id) > 5;', 'SELECT count(*) FROM a;'],
  },
  'sql/large-offset': {
    found: ['SELECT x FROM a ORDER BY x LIMIT 10 ⟦OFFSET 50000⟧;'],
    clean: ['SELECT x FROM a ORDER BY x LIMIT 10 OFFSET 20;'],
  },
  'sql/leading-wildcard': {
    found: ["SELECT x FROM a WHERE name ⟦LIKE '%son'⟧;"],
    clean: ["SELECT x FROM a WHERE name LIKE 'son%';"],
  },
  'sql/function-on-column': {
    found: ["SELECT x FROM a WHERE ⟦lower(name)⟧ = 'a';"],
    clean: ["SELECT lower(name) FROM a WHERE name = 'a';", "SELECT x FROM a WHERE name = lower('A');"],
  },
  'sql/not-in-subquery': {
    found: ['SELECT x FROM a WHERE id ⟦NOT IN⟧ (SELECT a_id FROM b);'],
    clean: ['SELECT x FROM a WHERE id IN (SELECT a_id FROM b);', 'SELECT x FROM a WHERE id NOT IN (1, 2);'],
  },
  'sql/or-across-columns': {
    found: ['SELECT x FROM a WHERE ⟦b = 1 OR c = 2⟧;'],
    clean: ['SELECT x FROM a WHERE b = 1 OR b = 2;', 'SELECT x FROM a WHERE b = 1 AND c = 2;'],
  },
  'sql/equals-null': {
    found: [
      'SELECT x FROM a WHERE b ⟦= NULL⟧;',
      'SELECT x FROM a WHERE b⟦<>NULL⟧ AND c ⟦!= NULL⟧;',
      'SELECT x FROM a JOIN b ON a.c ⟦= NULL⟧ WHERE 1;',
    ],
    clean: [
      'SELECT x FROM a WHERE b IS NULL;',
      'UPDATE a SET b = NULL WHERE id = 1;',
      'INSERT INTO a (b) VALUES (1) ON CONFLICT (b) DO UPDATE SET b = NULL;',
    ],
  },
  'sql/change-without-where': {
    found: ['⟦DELETE FROM users⟧;', '⟦UPDATE users⟧ SET a = 1;'],
    clean: [
      'DELETE FROM users WHERE id = 1;',
      'UPDATE users SET a = 1 WHERE id = 1;',
      'INSERT INTO users (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET a = 2;',
    ],
  },
  'sql/insert-without-columns': {
    found: ['INSERT ⟦INTO users⟧ VALUES (1);'],
    clean: ['INSERT INTO users (id) VALUES (1);'],
  },
  'sql/reserved-name': {
    found: ['CREATE TABLE ⟦"order"⟧ (id INTEGER, ⟦"group"⟧ TEXT);'],
    clean: ['CREATE TABLE orders (id INTEGER, team TEXT REFERENCES "user");'],
  },
}
