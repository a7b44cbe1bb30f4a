CREATE TABLE books (
  isbn TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  author TEXT NOT NULL,
  copies INTEGER DEFAULT 1
);
CREATE TABLE loans (
  isbn TEXT NOT NULL,
  reader TEXT NOT NULL,
  due TEXT NOT NULL,
  returned TEXT
);
CREATE INDEX loans_by_reader ON loans (reader);

INSERT INTO books VALUES
  ('111', 'Dune', 'Herbert', 2),
  ('222', 'Emma', 'Austen', 1),
  ('333', 'Persuasion', 'Austen', 3);
INSERT INTO loans VALUES
  ('111', 'ada', '2024-03-01', '2024-02-28'),
  ('222', 'ben', '2024-03-05', NULL),
  ('333', 'ada', '2024-03-10', '2024-03-15'),
  ('111', 'cleo', '2024-04-01', NULL);

SELECT b.title, b.copies - COUNT(l.isbn) AS available
FROM books b
LEFT JOIN loans l ON l.isbn = b.isbn AND l.returned IS NULL
GROUP BY b.isbn
ORDER BY b.title;

SELECT reader, julianday(returned) - julianday(due) AS days_late
FROM loans
WHERE returned IS NOT NULL AND returned > due;

SELECT author, COUNT(*) AS titles, SUM(copies) AS copies
FROM books
GROUP BY author
HAVING COUNT(*) >= 2;

SELECT title || ' (' || author || ')' AS label FROM books WHERE title LIKE 'E%' OR author = 'Herbert' ORDER BY label;

INSERT INTO books (isbn, title, author) VALUES ('444', 'Ubik', 'Dick') ON CONFLICT (isbn) DO UPDATE SET copies = copies + 1;
SELECT COUNT(*) AS books FROM books;
