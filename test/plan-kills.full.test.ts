import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { killPlans } from '../soak/kill-plans.ts'
import { emptyDatabase } from './support/postgres.ts'

it('random plans on PostgreSQL end the same, however often their engines are killed', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'anneal-plan-kills-'))
  try {
    const place = await emptyDatabase()
    const told = await killPlans({ graphs: 3, killsEach: 4, mostMs: 250, directory, place, firstSeed: 101 })
    expect(told).toMatchObject({ graphs: 3, wrong: [] })
    expect(told.kills).toBeGreaterThan(0)
  } finally {
    await rm(directory, { recursive: true })
  }
})
