CREATE TABLE accounts (code TEXT PRIMARY KEY, kind TEXT NOT NULL);
CREATE TABLE entries (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL,
  amount NUMERIC NOT NULL,
  booked TEXT NOT NULL,
  note TEXT
);

INSERT INTO accounts (code, kind) VALUES ('rent', 'cost'), ('food', 'cost'), ('salary', 'income'), ('gifts', 'income');
INSERT INTO entries (code, amount, booked, note) VALUES
  ('salary', 3000, '2024-01-31', 'january'),
  ('rent', 950, '2024-01-02', NULL),
  ('food', 210.4, '2024-01-15', 'market'),
  ('food', 189.6, '2024-02-15', 'market'),
  ('rent', 950, '2024-02-02', NULL),
  ('gifts', 100, '2024-02-20', 'birthday');

WITH signed AS (
  SELECT
    strftime('%m', e.booked) AS month,
    CASE a.kind WHEN 'income' THEN e.amount ELSE -e.amount END AS amount
  FROM entries e
  JOIN accounts a ON a.code = e.code
),
monthly AS (
  SELECT month, SUM(amount) AS saved FROM signed GROUP BY month
)
SELECT month, ROUND(saved, 2) AS saved, ROUND(SUM(saved) OVER (ORDER BY month), 2) AS running
FROM monthly
ORDER BY month;

SELECT kind, COUNT(DISTINCT e.code) AS codes, ROUND(SUM(amount), 2) AS total
FROM entries e
JOIN accounts a ON a.code = e.code
GROUP BY kind
ORDER BY kind;

SELECT code, IFNULL(note, '-') AS note
FROM entries
WHERE booked BETWEEN '2024-01-01' AND '2024-01-31'
ORDER BY booked;
