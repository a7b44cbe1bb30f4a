import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export async function withHome<T>(use: (home: string) => Promise<T>): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'anneal-test-'))
  try {
    return await use(home)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}
