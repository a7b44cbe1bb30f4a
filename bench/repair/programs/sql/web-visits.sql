CREATE TABLE visits (
  id INTEGER PRIMARY KEY,
  visitor TEXT NOT NULL,
  page TEXT NOT NULL,
  at TEXT NOT NULL,
  seconds INTEGER
);

INSERT INTO visits (visitor, page, at, seconds) VALUES
  ('ada', '/', '2024-05-01 10:00:00', 12),
  ('ada', '/shop', '2024-05-01 10:00:12', 95),
  ('ben', '/', '2024-05-01 11:30:00', 4),
  ('ada', '/cart', '2024-05-02 09:15:00', 30),
  ('cleo', '/shop', '2024-05-02 10:05:00', NULL),
  ('ben', '/shop', '2024-05-02 12:00:00', 61);

SELECT page, COUNT(*) AS visits, COUNT(DISTINCT visitor) AS visitors, AVG(seconds) AS mean
FROM visits
GROUP BY page
ORDER BY visits DESC, page;

SELECT visitor, page, LAG(page) OVER (PARTITION BY visitor ORDER BY at) AS previous
FROM visits
ORDER BY visitor, at;

SELECT date(at) AS day, SUM(IFNULL(seconds, 0)) AS seconds
FROM visits
GROUP BY day
ORDER BY day;

SELECT visitor, group_concat(page, ' ') AS pages
FROM (SELECT visitor, page FROM visits ORDER BY at)
GROUP BY visitor
ORDER BY visitor
LIMIT 2 OFFSET 1;

SELECT UPPER(visitor) AS visitor, LENGTH(page) AS length
FROM visits
WHERE seconds BETWEEN 10 AND 70
ORDER BY at;
