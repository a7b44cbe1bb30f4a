CREATE TABLE departments (id INTEGER PRIMARY KEY, title TEXT UNIQUE);
CREATE TABLE employees (
  id INTEGER PRIMARY KEY,
  name TEXT,
  department_id INTEGER,
  salary INTEGER,
  hired TEXT
);

INSERT INTO departments VALUES (1, 'research'), (2, 'sales'), (3, 'support');
INSERT INTO employees VALUES
  (1, 'Ada', 1, 5200, '2019-04-01'),
  (2, 'Ben', 2, 3100, '2020-09-15'),
  (3, 'Cleo', 1, 4700, '2021-01-10'),
  (4, 'Dan', 2, 3600, '2018-06-30'),
  (5, 'Eve', 3, 2600, '2022-11-05');

SELECT
  d.title,
  e.name,
  e.salary,
  RANK() OVER (PARTITION BY d.id ORDER BY e.salary DESC) AS position
FROM employees e
JOIN departments d ON d.id = e.department_id
ORDER BY d.title, position;

SELECT name, salary, SUM(salary) OVER (ORDER BY hired) AS running
FROM employees
ORDER BY hired;

WITH averages AS (
  SELECT department_id, AVG(salary) AS mean
  FROM employees
  GROUP BY department_id
)
SELECT e.name, e.salary - a.mean AS difference
FROM employees e
JOIN averages a ON a.department_id = e.department_id
WHERE e.salary >= a.mean
ORDER BY difference DESC, e.name;
