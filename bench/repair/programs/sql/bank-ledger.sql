PRAGMA foreign_keys = ON;

CREATE TABLE accounts (
  id INTEGER PRIMARY KEY,
  owner TEXT NOT NULL,
  balance INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE transfers (
  id INTEGER PRIMARY KEY,
  source INTEGER REFERENCES accounts (id),
  target INTEGER REFERENCES accounts (id),
  amount INTEGER CHECK (amount > 0)
);

CREATE TRIGGER apply_transfer AFTER INSERT ON transfers
BEGIN
  UPDATE accounts SET balance = balance - NEW.amount WHERE id = NEW.source;
  UPDATE accounts SET balance = balance + NEW.amount WHERE id = NEW.target;
END;

INSERT INTO accounts (id, owner, balance) VALUES (1, 'Ada', 500), (2, 'Ben', 100), (3, 'Cleo', 0);

BEGIN TRANSACTION;
INSERT INTO transfers (source, target, amount) VALUES (1, 2, 150);
INSERT INTO transfers (source, target, amount) VALUES (2, 3, 200);
COMMIT;

SELECT owner, balance FROM accounts ORDER BY id;

SELECT a.owner AS sender, b.owner AS receiver, t.amount
FROM transfers t
JOIN accounts a ON a.id = t.source
JOIN accounts b ON b.id = t.target
ORDER BY t.id;

SELECT SUM(balance) AS total, MAX(balance) - MIN(balance) AS spread FROM accounts;
