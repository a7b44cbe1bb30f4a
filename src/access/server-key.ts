import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { EngineError } from '../contract/errors.ts'

const BYTES = 32
const FORM = /^[0-9a-f]{64}\n?$/

/**
 * Opens the server's own key, which signs tokens and seals secrets. The key lies in a file that only its owner may
 * read, and is made when there is none. A copy of the database, or a backup of it, does not contain the key.
 */
export async function openServerKey(file: string): Promise<Buffer> {
  const text = (await readKey(file)) ?? (await makeKey(file))
  if (!FORM.test(text)) {
    throw new EngineError('STORE_DAMAGED', { where: file, reason: 'it does not hold 64 hex digits' })
  }
  return Buffer.from(text.trim(), 'hex')
}

async function readKey(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new EngineError('STORE_DAMAGED', { where: file, reason: (error as Error).message }, { cause: error })
  }
}

/** Writes the key whole or not at all; two servers that start at once on one home both get the key of the first. */
async function makeKey(file: string): Promise<string> {
  const key = `${randomBytes(BYTES).toString('hex')}\n`
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(key)
    await handle.sync()
    await link(draft, file)
    return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return (await readKey(file)) ?? ''
  } finally {
    await handle.close()
    await rm(draft, { force: true })
  }
}
