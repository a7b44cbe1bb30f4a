/**
 * Lays programs of public collections out as `COLLECTION/CLASS/LANGUAGE/NAME`, the folder that `bench:collections` counts. The
 * collections are fetched for measuring, and are no part of this repository.
 *
 * npm run bench:collect -- MIRRORS FOLDER
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { openMirror } from './collect/mirror.ts'
import { MODEL_SOURCES } from './collect/model-sources.ts'
import { POPULAR_SOURCES } from './collect/popular.ts'
import { SNIPPET_SOURCES } from './collect/snippet-sources.ts'
import { SOURCES } from './collect/sources.ts'

const [mirrors, folder] = process.argv.slice(2)
if (mirrors === undefined || folder === undefined)
  throw new Error('name the folder of mirrors, and the folder to write to')

for (const { collection, repository, read } of [...SOURCES, ...MODEL_SOURCES, ...SNIPPET_SOURCES, ...POPULAR_SOURCES]) {
  const programs = read(openMirror(mirrors, repository))
  for (const { kind, language, name, code } of programs) {
    const place = `${folder}/${collection}/${kind}/${language}`
    mkdirSync(place, { recursive: true })
    writeFileSync(`${place}/${name}`, code)
  }
  const core = programs.filter(({ kind }) => kind === 'core').length
  console.log(`${collection.padEnd(20)} ${String(programs.length).padStart(5)} programs, ${core} core`)
}
