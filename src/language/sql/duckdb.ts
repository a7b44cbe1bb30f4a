import { sqlLanguage } from './sql-language.ts'

export const duckdb = sqlLanguage({
  id: 'duckdb',
  aliases: ['duck', 'duckdb-sql'],
  extensions: ['duckdb'],
  main: 'main-duckdb',
  packages: { names: ['@duckdb/node-api'] },
})
