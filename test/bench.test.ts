import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { benchCommand } from './support/bench-command.ts'

describe('anneal bench', () => {
  const { bench, options, directory } = benchCommand()

  it('leaves nothing behind when Ctrl-C stops it in the middle', async () => {
    const child = spawn(process.execPath, ['bin/anneal.js', 'bench', '--rounds', '10000'], options())
    const ended = once(child, 'exit')
    await once(child.stdout, 'data')
    child.kill('SIGINT')
    expect(await ended).toEqual([130, null])
    expect(await readdir(directory())).toEqual([])
  })

  it('refuses an unknown section, and names the known ones', async () => {
    const refused = bench('--only', 'speed')
    await expect(refused).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('throughput') })
  })
})
