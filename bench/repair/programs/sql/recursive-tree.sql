CREATE TABLE categories (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  parent_id INTEGER
);

INSERT INTO categories (id, name, parent_id) VALUES
  (1, 'All', NULL),
  (2, 'Books', 1),
  (3, 'Music', 1),
  (4, 'Novels', 2),
  (5, 'Poetry', 2),
  (6, 'Jazz', 3);

WITH RECURSIVE tree (id, path, depth) AS (
  SELECT id, name, 0 FROM categories WHERE parent_id IS NULL
  UNION ALL
  SELECT c.id, t.path || ' > ' || c.name, t.depth + 1
  FROM categories c
  JOIN tree t ON c.parent_id = t.id
)
SELECT path, depth FROM tree ORDER BY path;

WITH RECURSIVE counter (n, square) AS (
  SELECT 1, 1
  UNION ALL
  SELECT n + 1, (n + 1) * (n + 1) FROM counter WHERE n < 5
)
SELECT n, square FROM counter;

SELECT p.name AS parent, COUNT(*) AS children
FROM categories c
JOIN categories p ON p.id = c.parent_id
GROUP BY p.id
HAVING COUNT(*) > 1
ORDER BY p.name;
