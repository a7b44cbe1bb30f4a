CREATE TABLE products (
  sku TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  price REAL CHECK (price > 0)
);

CREATE TABLE moves (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  sku TEXT NOT NULL,
  quantity INTEGER NOT NULL,
  moved_at TEXT DEFAULT '2024-01-01'
);

INSERT INTO products VALUES ('A1', 'Pen', 1.5), ('B2', 'Ink', 7.25), ('C3', 'Pad', 3.0);
INSERT INTO moves (sku, quantity) VALUES ('A1', 100), ('B2', 20), ('A1', -30), ('C3', 50), ('B2', -20);
INSERT INTO moves (sku, quantity, moved_at) VALUES ('A1', -5, '2024-02-10');

CREATE VIEW stock AS
SELECT p.sku, p.title, SUM(m.quantity) AS quantity, p.price
FROM products p
JOIN moves m ON m.sku = p.sku
GROUP BY p.sku;

SELECT title, quantity, ROUND(quantity * price, 2) AS value
FROM stock
ORDER BY value DESC;

SELECT
  title,
  CASE
    WHEN quantity = 0 THEN 'sold out'
    WHEN quantity < 60 THEN 'low'
    ELSE 'fine'
  END AS state
FROM stock
ORDER BY title;

UPDATE products SET price = ROUND(price * 1.1, 2) WHERE sku IN ('A1', 'C3');
DELETE FROM moves WHERE quantity < 0 AND moved_at = '2024-02-10';
SELECT sku, price FROM products ORDER BY sku;
SELECT COUNT(*) AS moves, MIN(quantity) AS smallest FROM moves;
