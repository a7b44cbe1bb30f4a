CREATE TABLE articles (
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  score REAL DEFAULT 0.5
);
CREATE TABLE tags (article_id INTEGER, tag TEXT, UNIQUE (article_id, tag));

INSERT INTO articles (title, body, score) VALUES
  ('Annealing', 'Metal is heated and cooled slowly', 0.9),
  ('Brewing', 'Water is heated with grain', 0.4),
  ('Casting', 'Metal is poured into a form', 0.7);
INSERT INTO articles (title, body) VALUES ('Dyeing', 'Cloth takes colour');
INSERT INTO tags VALUES (1, 'metal'), (1, 'heat'), (2, 'heat'), (3, 'metal'), (4, 'cloth');

SELECT title, score
FROM articles
WHERE LOWER(body) LIKE '%metal%' OR body LIKE '%grain'
ORDER BY score DESC;

SELECT t.tag, group_concat(a.title, ', ') AS titles
FROM tags t
JOIN articles a ON a.id = t.article_id
GROUP BY t.tag
ORDER BY t.tag;

SELECT a.title, b.title AS related
FROM articles a
JOIN tags x ON x.article_id = a.id
JOIN tags y ON y.tag = x.tag AND y.article_id > a.id
JOIN articles b ON b.id = y.article_id
ORDER BY a.title, related;

SELECT CAST(AVG(score) * 100 AS INTEGER) AS percent, COUNT(*) AS articles FROM articles WHERE score >= 0.5;
SELECT printf('%-10s|%5.2f', title, score) AS line FROM articles ORDER BY id;
