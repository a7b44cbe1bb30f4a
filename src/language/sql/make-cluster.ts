// Run once by the host, with the directory that holds PGlite: makes the empty cluster that sandboxes start with.
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const directory = process.argv[2] ?? '.'
const { PGlite } = createRequire(import.meta.url)(
  join(directory, '@electric-sql/pglite/dist/index.cjs'),
) as typeof import('@electric-sql/pglite')
// Segments of the usual 16 MB would be loaded into the memory of every sandbox.
const database = await PGlite.create({ initDbStartParams: ['--wal-segsize=1'] })
await database.exec('checkpoint')
const cluster = await database.dumpDataDir('none')
await writeFile(join(directory, 'cluster.tar'), Buffer.from(await cluster.arrayBuffer()))
process.exit()
