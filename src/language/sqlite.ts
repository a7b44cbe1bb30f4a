import { sqlLanguage } from './sql/sql-language.ts'

export const sqlite = sqlLanguage({
  id: 'sql',
  aliases: ['sqlite', 'sqlite3'],
  extensions: ['sql'],
  main: 'main-sqlite',
  // Started when it is first asked for: Node with a database open takes memory while it waits.
  waiting: { by: 'file', takesArguments: false, isEarly: false },
})
