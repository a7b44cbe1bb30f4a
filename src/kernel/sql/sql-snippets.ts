import type { KernelSnippets } from '../checks/kernel-check.ts'

/** SQL snippets for the checks of every kernel; SQL cannot print, read input or end itself. */
export const sqlSnippets: KernelSnippets = {
  language: 'sql',
  remember: 'DROP TABLE IF EXISTS x; CREATE TABLE x AS SELECT 41 AS value',
  recall: 'SELECT value + 1 FROM x',
  fail: { code: 'SELECT 1;\nSELECT nothing', line: 2 },
  unicode: "SELECT 'héllo 日本 🎉'",
  change: 'UPDATE x SET value = 6; CREATE TABLE y AS SELECT 1 AS value',
  large: 'CREATE TABLE big AS SELECT randomblob(1500000) AS value',
  unkept: { code: 'BEGIN', name: 'transaction' },
}
