CREATE TABLE students (id INTEGER PRIMARY KEY, name TEXT, born TEXT);
CREATE TABLE courses (id INTEGER PRIMARY KEY, title TEXT, points INTEGER);
CREATE TABLE grades (
  student_id INTEGER,
  course_id INTEGER,
  grade REAL,
  PRIMARY KEY (student_id, course_id)
);

INSERT INTO students VALUES (1, 'Ada', '2001-05-02'), (2, 'Ben', '2000-12-24'), (3, 'Cleo', '2002-02-14');
INSERT INTO courses VALUES (10, 'Algebra', 6), (20, 'Biology', 4), (30, 'Chemistry', 5);
INSERT INTO grades VALUES (1, 10, 1.3), (1, 20, 2.0), (2, 10, 3.7), (2, 30, 2.3), (3, 20, 1.0);

SELECT s.name, ROUND(SUM(g.grade * c.points) / SUM(c.points), 2) AS mean
FROM grades g
INNER JOIN students s ON s.id = g.student_id
INNER JOIN courses c ON c.id = g.course_id
GROUP BY s.id
ORDER BY mean;

SELECT c.title, COUNT(g.student_id) AS students, MAX(g.grade) AS worst
FROM courses c
LEFT JOIN grades g ON g.course_id = c.id
GROUP BY c.id
ORDER BY c.title;

SELECT name, CAST(strftime('%Y', born) AS INTEGER) AS year
FROM students
WHERE EXISTS (SELECT 1 FROM grades WHERE student_id = students.id AND grade < 2)
ORDER BY year;

SELECT name FROM students WHERE id NOT IN (SELECT student_id FROM grades WHERE course_id = 10);
