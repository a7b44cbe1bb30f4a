/** Sends a gigabyte out of a sandbox, into a file of it and back, and reports the growth of this process's memory. */
import { createJail } from '../../src/sandbox/jail/jail.ts'

const GIGABYTE = 2 ** 30
const WARM_UP = 2 ** 27
const PIECE = Buffer.alloc(65_536, 7)
const limits = {
  timeoutMs: 100_000,
  memoryMb: 256,
  cpuPercent: 400,
  processes: 32,
  openFiles: 256,
  outputBytes: 4 * GIGABYTE,
  diskMb: 1200,
}
const jail = createJail({ execPath: process.execPath, newSandboxId: () => 'stream', cgroups: undefined })
const { sandbox, destroy } = await jail.create({ limits }, new AbortController().signal)

const ways: Record<string, (bytes: number) => Promise<number>> = {
  output: async (bytes) => {
    let seen = 0
    const onOutput = (chunk: { bytes: Uint8Array }) => {
      seen += chunk.bytes.length
    }
    await sandbox.exec(['/usr/bin/head', '-c', String(bytes), '/dev/zero'], { onOutput })
    return seen
  },
  write: async (bytes) => {
    await sandbox.files.write('big', piecesOf(bytes))
    return (await sandbox.files.stat('big')).size
  },
  read: async (bytes) => {
    let seen = 0
    for await (const chunk of sandbox.files.readStream('big', { end: bytes })) seen += chunk.length
    return seen
  },
}

const told: Record<string, { bytes: number; grownMb: number }> = {}
for (const [way, send] of Object.entries(ways)) {
  // The file to read is the one that was written before, so only the other ways start small.
  if (way !== 'write') await send(WARM_UP)
  const before = process.memoryUsage().rss
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 10)
  const bytes = await send(GIGABYTE)
  clearInterval(watch)
  told[way] = { bytes, grownMb: Math.round((peak - before) / 2 ** 20) }
}
await destroy()
process.stdout.write(JSON.stringify(told))

async function* piecesOf(bytes: number): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < bytes; sent += PIECE.length) yield PIECE
}
