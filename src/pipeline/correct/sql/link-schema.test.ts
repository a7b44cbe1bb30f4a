import { expect, test } from 'vitest'
import { repaired } from '../repaired.fixture.ts'
import { ambiguousColumn } from './ambiguous-column.ts'
import { linkSchema } from './link-schema.ts'
import { sameWords } from './same-words.ts'

const SCHEMA = [
  'CREATE TABLE singer (singer_id INTEGER PRIMARY KEY, full_name TEXT, home_city TEXT);',
  'CREATE TABLE song (song_id INTEGER PRIMARY KEY, title TEXT, singer_id INTEGER REFERENCES singer(singer_id));',
  'CREATE TABLE hit (play_count INTEGER);',
  'CREATE TABLE hitsonglist (plays INTEGER);',
  'CREATE TABLE chart (chart_id INTEGER PRIMARY KEY, song_id INTEGER REFERENCES song(song_id), place INTEGER);',
  '',
].join('\n')

const LINKED: [what: string, query: string, linked: string, unknown: string][] = [
  ['a table in the plural', 'SELECT title FROM songs;', 'SELECT title FROM song;', 'table: songs'],
  ['a table behind a database', 'SELECT title FROM music.songs;', 'SELECT title FROM song;', 'table: music.songs'],
  ['a part of a column', 'SELECT city FROM singer;', 'SELECT home_city FROM singer;', 'column: city'],
  ['a column with its table', 'SELECT song_title FROM song;', 'SELECT title FROM song;', 'column: song_title'],
  [
    'a column behind another alias',
    'SELECT a.title FROM singer a JOIN song b ON a.singer_id = b.singer_id;',
    'SELECT b.title FROM singer a JOIN song b ON a.singer_id = b.singer_id;',
    'column: a.title',
  ],
  [
    'a column of a table that a key leads to',
    "SELECT full_name FROM song WHERE title = 'x';",
    "SELECT singer.full_name FROM song JOIN singer ON song.singer_id = singer.singer_id WHERE title = 'x';",
    'column: full_name',
  ],
  [
    'a column two keys away',
    'SELECT place FROM singer;',
    'SELECT chart.place FROM singer JOIN song ON singer.singer_id = song.singer_id JOIN chart ON song.song_id = chart.song_id;',
    'column: place',
  ],
  [
    'the key of two tables that were joined by a column that is not there',
    'SELECT title FROM singer s JOIN song ON s.id = song.artist_id;',
    'SELECT title FROM singer s JOIN song ON s.singer_id = song.singer_id;',
    'column: s.id',
  ],
  [
    'the table that ties two joined ones',
    'SELECT full_name FROM chart JOIN singer AS p ON chart.singer_id = p.singer_id;',
    'SELECT full_name FROM chart JOIN song ON chart.song_id = song.song_id JOIN singer AS p ON song.singer_id = p.singer_id;',
    'column: chart.singer_id',
  ],
  ['the rows of a table', 'SELECT count(songs) FROM song;', 'SELECT count(*) FROM song;', 'column: songs'],
  [
    'the only table that has all columns',
    'SELECT full_name FROM artist WHERE home_city IS NULL;',
    'SELECT full_name FROM singer WHERE home_city IS NULL;',
    'table: artist',
  ],
  ['words in another order', 'SELECT city_home FROM singer;', 'SELECT home_city FROM singer;', 'column: city_home'],
  ['another word for a thing', 'SELECT number FROM hit;', 'SELECT play_count FROM hit;', 'column: number'],
  ['a word in a longer name', 'SELECT plays FROM list;', 'SELECT plays FROM hitsonglist;', 'table: list'],
  [
    'all names of a statement at once',
    'SELECT song_title, id FROM songs WHERE singer_id IN (SELECT id FROM singers WHERE city IS NULL);',
    'SELECT title, song_id FROM song WHERE singer_id IN (SELECT singer_id FROM singer WHERE home_city IS NULL);',
    'table: songs',
  ],
]

test.each(LINKED)('finds %s in the schema', (_, query, linked, unknown) => {
  const told = { type: 'SqlError', message: `no such ${unknown}`, line: 6, column: 8 }
  expect(repaired(linkSchema, `${SCHEMA}${query}\n`, told)).toBe(`${SCHEMA}${linked}\n`)
})

const SAME: [what: string, query: string, linked: string | undefined, unknown: string][] = [
  ['the singular', 'SELECT title FROM songs;', 'SELECT title FROM song;', 'table: songs'],
  ['another style', 'SELECT fullName FROM Singers;', 'SELECT full_name FROM singer;', 'table: Singers'],
  ['no other words', 'SELECT city FROM singer;', undefined, 'column: city'],
  ['no statement with another stranger', 'SELECT city FROM singers;', 'SELECT city FROM singer;', 'table: singers'],
]

test.each(SAME)('the same words are %s', (_, query, linked, unknown) => {
  const told = { type: 'SqlError', message: `no such ${unknown}`, line: 6, column: 8 }
  expect(repaired(sameWords, `${SCHEMA}${query}\n`, told)).toBe(linked && `${SCHEMA}${linked}\n`)
})

test('of two tables with the same words none is the one', () => {
  const told = { type: 'SqlError', message: 'no such table: song_charts', line: 7, column: 8 }
  const twice = `${SCHEMA}CREATE TABLE song_chart (a);\nCREATE TABLE songChart (a);\nSELECT a FROM song_charts;\n`
  expect(repaired(sameWords, twice, { ...told, line: 8 })).toBeUndefined()
})

test('a slip of the hand is no guess', () => {
  const told = { type: 'SqlError', message: 'no such column: full_nme', line: 6, column: 8 }
  expect(repaired(linkSchema, `${SCHEMA}SELECT full_nme FROM singer;\n`, told)).toBeUndefined()
})

test('a table whose name has a blank is named in quotes', () => {
  const told = { type: 'SqlError', message: 'no such table: sales', line: 2, column: 8 }
  const table = 'CREATE TABLE "my sales" (amount REAL);\n'
  expect(repaired(linkSchema, `${table}SELECT amount FROM sales;\n`, told)).toBe(
    `${table}SELECT amount FROM "my sales";\n`,
  )
})

test('words that nothing in the schema has are left alone', () => {
  const told = { type: 'SqlError', message: 'no such column: weather', line: 6, column: 8 }
  expect(repaired(linkSchema, `${SCHEMA}SELECT weather FROM song;\n`, told)).toBeUndefined()
})

test('an ambiguous column is qualified in its own arm of a UNION only', () => {
  const query =
    'SELECT singer_id FROM singer UNION SELECT singer_id FROM singer JOIN song ON singer.singer_id = song.singer_id;'
  const told = { type: 'SqlError', message: 'ambiguous column name: singer_id', line: 6, column: 8 }
  expect(repaired(ambiguousColumn, `${SCHEMA}${query}\n`, told)).toContain('UNION SELECT singer.singer_id FROM')
  expect(repaired(ambiguousColumn, `${SCHEMA}${query}\n`, told)).toContain('SELECT singer_id FROM singer UNION')
})
