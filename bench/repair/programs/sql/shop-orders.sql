CREATE TABLE customers (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  city TEXT
);

CREATE TABLE orders (
  id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customers (id),
  amount REAL NOT NULL,
  placed_on TEXT NOT NULL
);

INSERT INTO customers (id, name, city) VALUES
  (1, 'Ada', 'Paris'),
  (2, 'Ben', 'Rome'),
  (3, 'Cleo', NULL);

INSERT INTO orders (id, customer_id, amount, placed_on) VALUES
  (1, 1, 120.5, '2024-01-05'),
  (2, 1, 80, '2024-02-11'),
  (3, 2, 42.25, '2024-02-20'),
  (4, 1, 10, '2024-03-01');

SELECT c.name, COUNT(o.id) AS orders, COALESCE(SUM(o.amount), 0) AS total
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
GROUP BY c.id, c.name
ORDER BY total DESC;

SELECT strftime('%Y-%m', placed_on) AS month, SUM(amount) AS revenue
FROM orders
GROUP BY month
HAVING SUM(amount) > 20
ORDER BY month;

SELECT name, COALESCE(city, 'unknown') AS city
FROM customers
WHERE name LIKE '%e%' AND id <> 1;
