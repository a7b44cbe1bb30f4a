import { extname } from 'node:path'
import { sqlLanguage } from './sql-language.ts'

export const postgres = sqlLanguage({
  id: 'postgres',
  aliases: ['postgresql', 'pg', 'pgsql', 'plpgsql', 'psql'],
  extensions: ['pgsql', 'psql'],
  main: 'main-postgres',
  // V8's second compiler takes hundreds of megabytes for a program as large as PostgreSQL.
  nodeFlags: ['--liftoff-only'],
  packages: {
    names: ['@electric-sql/pglite'],
    prepare: new URL(`./make-cluster${extname(import.meta.filename)}`, import.meta.url),
  },
})
