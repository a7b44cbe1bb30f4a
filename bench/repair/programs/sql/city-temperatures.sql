CREATE TABLE cities (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL);
CREATE TABLE temperatures (
  city_id INTEGER NOT NULL,
  month INTEGER NOT NULL,
  degrees INTEGER NOT NULL,
  FOREIGN KEY (city_id) REFERENCES cities (id)
);

INSERT INTO cities VALUES (1, 'Oslo', 'Norway'), (2, 'Rome', 'Italy'), (3, 'Milan', 'Italy');
INSERT INTO temperatures VALUES
  (1, 1, -4), (1, 7, 17), (2, 1, 8), (2, 7, 26), (3, 1, 2), (3, 7, 24);

-- Warm and cold side by side.
SELECT
  c.name,
  MAX(CASE WHEN t.month = 1 THEN t.degrees END) AS january,
  MAX(CASE WHEN t.month = 7 THEN t.degrees END) AS july
FROM cities c
JOIN temperatures t ON t.city_id = c.id
GROUP BY c.id
ORDER BY c.name;

SELECT country, ROUND(AVG(degrees), 1) AS mean
FROM temperatures
JOIN cities ON cities.id = temperatures.city_id
GROUP BY country
ORDER BY mean;

SELECT name, degrees * 9 / 5 + 32 AS fahrenheit
FROM cities
JOIN temperatures ON city_id = cities.id
WHERE month = 7 AND degrees > 20
ORDER BY fahrenheit DESC;

SELECT name FROM cities
EXCEPT
SELECT name FROM cities JOIN temperatures ON city_id = id WHERE degrees < 0;
