import { afterAll, describe, expect, it } from 'vitest'
import { sandboxChecks } from '../../checks.ts'
import { alwaysPooled } from './always-pooled.fixture.ts'
import { warmJail } from './warm.fixture.ts'

const pool = await warmJail({ floor: 2, ceiling: 8 })
afterAll(() => pool.close?.())
const { jail, origins } = alwaysPooled(pool)

describe('a pooled sandbox keeps every promise of a sandbox', () => {
  it.each(sandboxChecks)('$id', ({ run }) => run(jail))

  it('and hardly any of them was made from nothing', () => {
    const cold = origins.filter((origin) => origin === 'cold')
    expect(cold.length, `${cold.length} of ${origins.length}`).toBeLessThan(origins.length / 10)
  })
})
