import { sqlLanguage } from './sql/sql-language.ts'

export const sqlite = sqlLanguage({
  id: 'sql',
  aliases: ['sqlite', 'sqlite3'],
  extensions: ['sql'],
  main: 'main-sqlite',
})
