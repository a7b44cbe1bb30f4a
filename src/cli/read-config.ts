import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { loadConfig } from '../config/load-config.ts'

/** The configuration of this process: the only place in the commands that reads the environment and the file. */
export function readConfig(flags: Record<string, string>) {
  return loadConfig({ env: process.env, flags, userHome: homedir(), readFile: readIfThere })
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
