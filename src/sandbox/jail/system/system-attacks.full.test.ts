import { afterAll, describe, it } from 'vitest'
import { WALLS } from '../../checks/check-groups.fixture.ts'
import { openSystemJail } from './system.fixture.ts'
import { asSystem, systemAttacks } from './system-attacks.fixture.ts'

const jail = await openSystemJail()
afterAll(() => jail.close?.())

describe('a system holds every attack', () => {
  it.each(systemAttacks.filter(({ group }) => !WALLS.includes(group)))('$id', ({ run }) => run(asSystem(jail)))
})
