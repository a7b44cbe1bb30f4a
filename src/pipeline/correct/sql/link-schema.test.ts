import { expect, test } from 'vitest'
import { repaired } from '../repaired.fixture.ts'
import { ambiguousColumn } from './ambiguous-column.ts'
import { linkSchema } from './link-schema.ts'

const SCHEMA = [
  'CREATE TABLE singer (singer_id INTEGER PRIMARY KEY, full_name TEXT, home_city TEXT);',
  'CREATE TABLE song (song_id INTEGER PRIMARY KEY, title TEXT, singer_id INTEGER REFERENCES singer(singer_id));',
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
]

test.each(LINKED)('finds %s in the schema', (_, query, linked, unknown) => {
  const told = { type: 'SqlError', message: `no such ${unknown}`, line: 4, column: 8 }
  expect(repaired(linkSchema, `${SCHEMA}${query}\n`, told)).toBe(`${SCHEMA}${linked}\n`)
})

test('words that nothing in the schema has are left alone', () => {
  const told = { type: 'SqlError', message: 'no such column: weather', line: 4, column: 8 }
  expect(repaired(linkSchema, `${SCHEMA}SELECT weather FROM song;\n`, told)).toBeUndefined()
})

test('an ambiguous column is qualified in its own arm of a UNION only', () => {
  const query =
    'SELECT singer_id FROM singer UNION SELECT singer_id FROM singer JOIN song ON singer.singer_id = song.singer_id;'
  const told = { type: 'SqlError', message: 'ambiguous column name: singer_id', line: 4, column: 8 }
  expect(repaired(ambiguousColumn, `${SCHEMA}${query}\n`, told)).toContain('UNION SELECT singer.singer_id FROM')
  expect(repaired(ambiguousColumn, `${SCHEMA}${query}\n`, told)).toContain('SELECT singer_id FROM singer UNION')
})
