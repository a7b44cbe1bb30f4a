import { appendFile, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const MOST_LINES = 1000
/** Typed lines are private. */
const OWN = { mode: 0o600 }

/** Lines typed in earlier shells, in a file below the home of the engine. A missing history is no failure. */
export async function openShellHistory(home: string) {
  const file = join(home, 'shell-history')
  const lines = home === '' ? [] : await readLines(file)
  if (lines.length > 2 * MOST_LINES) await keepNewest(file, lines).catch(() => {})
  let writing: Promise<unknown> = Promise.resolve()
  return {
    /** The newest first, each once. */
    newestFirst: [...new Set(lines.slice(-MOST_LINES).reverse())],
    add(line: string): void {
      if (home === '') return
      writing = writing.then(() => appendFile(file, `${line}\n`, OWN)).catch(() => {})
    },
    /** Resolves when everything is written. */
    close: async (): Promise<void> => void (await writing),
  }
}

async function readLines(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').filter((line) => line !== '')
}

async function keepNewest(file: string, lines: string[]): Promise<void> {
  await writeFile(`${file}.new`, `${lines.slice(-MOST_LINES).join('\n')}\n`, OWN)
  await rename(`${file}.new`, file)
}
