import { describe, expect, it } from 'vitest'
import { benchCommand } from './support/bench-command.ts'

describe('anneal bench', () => {
  const { bench } = benchCommand()

  it('refuses an unknown section, and names the known ones', async () => {
    const refused = bench('--only', 'speed')
    await expect(refused).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('throughput') })
  })
})
