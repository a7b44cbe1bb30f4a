CREATE TABLE teams (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE matches (
  home_id INTEGER NOT NULL,
  away_id INTEGER NOT NULL,
  home_goals INTEGER NOT NULL,
  away_goals INTEGER NOT NULL
);

INSERT INTO teams (id, name) VALUES (1, 'Lions'), (2, 'Bears'), (3, 'Hawks');
INSERT INTO matches VALUES (1, 2, 2, 1), (2, 3, 0, 0), (3, 1, 3, 1), (2, 1, 1, 1);

CREATE VIEW results AS
SELECT home_id AS team_id, home_goals AS scored, away_goals AS conceded FROM matches
UNION ALL
SELECT away_id, away_goals, home_goals FROM matches;

SELECT
  t.name,
  COUNT(*) AS played,
  SUM(CASE WHEN r.scored > r.conceded THEN 3 WHEN r.scored = r.conceded THEN 1 ELSE 0 END) AS points,
  SUM(r.scored - r.conceded) AS difference
FROM results r
JOIN teams t ON t.id = r.team_id
GROUP BY t.id
ORDER BY points DESC, difference DESC;

SELECT h.name || ' - ' || a.name AS game, m.home_goals + m.away_goals AS goals
FROM matches m
JOIN teams h ON h.id = m.home_id
JOIN teams a ON a.id = m.away_id
WHERE goals > 1
ORDER BY goals DESC, game
LIMIT 2;

SELECT MAX(scored) AS most, ROUND(AVG(scored), 2) AS mean FROM results;
