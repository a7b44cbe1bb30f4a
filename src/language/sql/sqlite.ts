import { sqlLanguage } from './sql-language.ts'

export const sqlite = sqlLanguage({
  id: 'sql',
  aliases: ['sqlite', 'sqlite3'],
  extensions: ['sql'],
  main: 'main-sqlite',
  // Started at the first use: Node with an open database takes memory while it waits.
  waiting: { by: 'file', takesArguments: false, isEarly: false },
})
