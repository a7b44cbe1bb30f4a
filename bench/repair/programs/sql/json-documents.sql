CREATE TABLE documents (id INTEGER PRIMARY KEY, body TEXT NOT NULL);

INSERT INTO documents (body) VALUES
  ('{"name": "Ada", "tags": ["math", "code"], "age": 36}'),
  ('{"name": "Ben", "tags": [], "age": 41}'),
  ('{"name": "Cleo", "tags": ["code"], "city": {"name": "Oslo"}}');

SELECT
  id,
  json_extract(body, '$.name') AS name,
  COALESCE(json_extract(body, '$.city.name'), 'nowhere') AS city,
  json_array_length(body, '$.tags') AS tags
FROM documents
ORDER BY id;

SELECT t.value AS tag, COUNT(*) AS people
FROM documents d, json_each(d.body, '$.tags') t
GROUP BY t.value
ORDER BY people DESC;

CREATE TABLE people AS
SELECT json_extract(body, '$.name') AS name, json_extract(body, '$.age') AS age
FROM documents;

SELECT name, age FROM people WHERE age IS NOT NULL ORDER BY age DESC;
SELECT AVG(age) AS mean, TOTAL(age) AS total FROM people;
SELECT json_group_array(name) AS names FROM (SELECT name FROM people ORDER BY name);
