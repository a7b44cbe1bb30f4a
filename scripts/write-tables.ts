/** Writes the tables of the documents that are generated from the code: node scripts/write-tables.ts */
import { readFileSync, writeFileSync } from 'node:fs'
import { documentTables } from '../test/document-tables.ts'

for (const { path, heading, rows } of documentTables) {
  const file = new URL(`../${path}`, import.meta.url)
  const lines = readFileSync(file, 'utf8').split('\n')
  const section = lines.indexOf(`## ${heading}`)
  const first = lines.findIndex((line, index) => index > section && line.startsWith('|')) + 2
  const behind = lines.findIndex((line, index) => index >= first && !line.startsWith('|'))
  writeFileSync(file, [...lines.slice(0, first), ...rows(), ...lines.slice(behind)].join('\n'))
}
