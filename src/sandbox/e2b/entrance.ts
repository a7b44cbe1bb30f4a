import { readFile } from 'node:fs/promises'
import { agentLoader } from '../agent/load-agent.ts'

const PROGRAM = new URL('./entrance.py', import.meta.url)

/** Both words must equal those in `entrance.py`. */
export const GREETING = 'anneal-wire'
export const PAUSE = '!'

/** A shell line that becomes the program which starts the agent in these directories, the first of which is the workspace. */
export async function entranceCommand(directories: string[]): Promise<string> {
  const program = `${await readFile(PROGRAM, 'utf8')}\nmain(*sys.argv[1:])`
  const words = [program, agentLoader({ input: 0, output: 1 }, 'source'), ...directories]
  return `exec python3 -I -S -c ${words.map(quoted).join(' ')}`
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
