import { expect, test } from 'vitest'
import { repaired } from '../repaired.fixture.ts'
import { schemaPrefix } from './schema-prefix.ts'

const TABLES = 'CREATE TABLE song (title TEXT);\nCREATE TABLE band (name TEXT);\n'
const told = (message: string) => ({ type: 'SqlError', message, line: 3, column: 8 })

test('a schema that is not here is taken away before every table of the program, also where a column stands behind it', () => {
  const query = 'SELECT music.song.title FROM music.song, music.band;\nDELETE FROM music.band;\n'
  const plain = 'SELECT song.title FROM song, band;\nDELETE FROM band;\n'
  expect(repaired(schemaPrefix, TABLES + query, told('no such table: music.song'))).toBe(TABLES + plain)
})

test('a table that is made in a schema is made without it', () => {
  const made = 'CREATE TABLE dbo.song (title TEXT);\nSELECT title FROM dbo.song;\n'
  expect(repaired(schemaPrefix, made, told('unknown database dbo'))).toBe(made.replaceAll('dbo.', ''))
})

test('aliases stay, and so does the schema of a table that is not there', () => {
  const query = 'SELECT music.title FROM song AS music, music.chart;\n'
  expect(repaired(schemaPrefix, TABLES + query, told('no such table: music.chart'))).toBeUndefined()
})
