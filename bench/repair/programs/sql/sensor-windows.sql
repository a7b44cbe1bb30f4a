CREATE TABLE readings (
  sensor TEXT NOT NULL,
  minute INTEGER NOT NULL,
  value REAL NOT NULL
);

INSERT INTO readings (sensor, minute, value) VALUES
  ('a', 0, 10.0), ('a', 1, 12.0), ('a', 2, 17.0), ('a', 3, 11.0),
  ('b', 0, 5.5), ('b', 1, 6.5), ('b', 2, 6.0);

SELECT
  sensor,
  minute,
  value,
  ROUND(AVG(value) OVER (PARTITION BY sensor ORDER BY minute ROWS BETWEEN 1 PRECEDING AND CURRENT ROW), 2) AS smooth
FROM readings
ORDER BY sensor, minute;

WITH changes AS (
  SELECT
    sensor,
    minute,
    value - LAG(value) OVER (PARTITION BY sensor ORDER BY minute) AS change
  FROM readings
)
SELECT sensor, minute, change
FROM changes
WHERE ABS(change) > 1.5
ORDER BY sensor, minute;

SELECT sensor, MIN(value) AS low, MAX(value) AS high, COUNT(*) AS n
FROM readings
GROUP BY sensor;

SELECT sensor, minute
FROM (
  SELECT sensor, minute, ROW_NUMBER() OVER (PARTITION BY sensor ORDER BY value DESC) AS place
  FROM readings
)
WHERE place = 1
ORDER BY sensor;
