import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { WatchLine } from '../soak/fuzz/watch-line.ts'
import { withHome } from './support/temporary-home.ts'

const WATCH = fileURLToPath(new URL('../soak/fuzz/watch-main-thread.ts', import.meta.url))

test('the watch of the fuzz reports a long turn with its function, and no turn that only waits', async () => {
  const lines = await watchedLines(`
    const busy = (ms) => { const start = process.threadCpuUsage(); while (used(start) < ms) Math.sqrt(2) }
    const used = (start) => { const { user, system } = process.threadCpuUsage(start); return (user + system) / 1000 }
    function waitsOnly() { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300) }
    function worksLong() { busy(200) }
    setTimeout(waitsOnly, 1500)
    setTimeout(() => busy(20), 2200)
    setTimeout(worksLong, 2500)
    setTimeout(() => process.exit(), 6000)
  `)
  const stalls = lines.filter((line) => line.kind === 'stall')
  expect(stalls.map(({ cpuMs }) => Math.floor(cpuMs / 100) * 100)).toEqual([200])
  const stacks = lines.filter((line) => line.kind === 'stack')
  expect(stacks.map(({ beat, frames }) => [beat, frames.join()])).toEqual([
    [stalls[0]?.beat, expect.stringContaining('worksLong')],
  ])
})

/** The lines of the watch about a program that it is loaded into. */
function watchedLines(program: string): Promise<WatchLine[]> {
  return withHome(async (home) => {
    const file = join(home, 'watch')
    writeFileSync(file, '')
    const env = { ...process.env, ANNEAL_FUZZ_WATCH: file }
    await once(spawn(process.execPath, ['--import', WATCH, '--eval', program], { env, stdio: 'inherit' }), 'close')
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as WatchLine)
  })
}
