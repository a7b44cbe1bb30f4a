CREATE TABLE users (id INTEGER PRIMARY KEY, handle TEXT UNIQUE NOT NULL, active INTEGER DEFAULT 1);
CREATE TABLE messages (
  id INTEGER PRIMARY KEY,
  sender_id INTEGER NOT NULL,
  body TEXT NOT NULL,
  reply_to INTEGER,
  sent_at TEXT NOT NULL
);

INSERT INTO users (id, handle) VALUES (1, 'ada'), (2, 'ben'), (3, 'cleo');
INSERT INTO messages (id, sender_id, body, reply_to, sent_at) VALUES
  (1, 1, 'hello all', NULL, '2024-06-01 08:00'),
  (2, 2, 'hi Ada', 1, '2024-06-01 08:02'),
  (3, 3, 'it''s raining', NULL, '2024-06-01 09:30'),
  (4, 1, 'here too', 3, '2024-06-01 09:31');
UPDATE users SET active = 0 WHERE handle = 'cleo';

SELECT u.handle, m.body, r.body AS answers
FROM messages m
JOIN users u ON u.id = m.sender_id
LEFT JOIN messages r ON r.id = m.reply_to
ORDER BY m.sent_at;

SELECT handle, (SELECT COUNT(*) FROM messages WHERE sender_id = users.id) AS sent
FROM users
WHERE active = 1
ORDER BY sent DESC, handle;

SELECT substr(sent_at, 12, 2) AS hour, COUNT(*) AS messages
FROM messages
GROUP BY hour
ORDER BY hour;

SELECT REPLACE(UPPER(body), ' ', '-') AS shouted, instr(body, 'a') AS place
FROM messages
WHERE LENGTH(body) > 8
ORDER BY id;
