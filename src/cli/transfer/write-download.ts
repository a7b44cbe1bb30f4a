import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Host } from '../host.ts'
import { OutputFailed } from '../text/screen.ts'

/** Writes an answer to a file, or to standard output for `-`. The file is replaced whole or not at all. */
export async function writeDownload(
  response: Response,
  { file, host, onBytes }: { file: string; host: Host; onBytes(bytes: number): void },
): Promise<number> {
  let total = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const bytes of response.body ?? []) {
      total += bytes.length
      onBytes(bytes.length)
      yield bytes
    }
  }
  if (file === '-') for await (const bytes of counted()) await host.stdout.write(bytes)
  else await writeWhole(file, counted())
  return total
}

async function writeWhole(file: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const part = `${file}.part`
  try {
    await pipeline(bytes, createWriteStream(part))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw isOfFiles(error) ? new OutputFailed(error) : error
  }
}

/** Failures of the file system name the system call that failed. */
const isOfFiles = (error: unknown): error is Error => error instanceof Error && 'syscall' in error && 'path' in error
