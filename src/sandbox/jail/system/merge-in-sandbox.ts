import { readFile } from 'node:fs/promises'
import { type Filling, fillInSandbox, SOURCES, TARGET } from './fill-in-sandbox.ts'

export interface Merge extends Pick<Filling, 'provider' | 'limits' | 'target'> {
  /** Directories of the host, the lowest first. */
  sources: string[]
}

const PROGRAM = new URL('./merge-layers.py', import.meta.url)

/** Merges several layers into one; gives the bytes that it takes. */
export async function mergeInSandbox(merge: Merge): Promise<number> {
  const program = await readFile(PROGRAM, 'utf8')
  const command = ['/usr/bin/python3', '-c', program, SOURCES, TARGET, String(merge.sources.length)]
  return fillInSandbox({ ...merge, command })
}
