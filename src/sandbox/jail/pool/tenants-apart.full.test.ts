import { afterAll, it } from 'vitest'
import { showsNothingOfAnother } from './tenants-apart.fixture.ts'
import { warmJail } from './warm.fixture.ts'

const jail = await warmJail()
afterAll(() => jail.close?.())

it('pooled sandboxes show nothing of one tenant to another, in fifty rounds of looking for it', () =>
  showsNothingOfAnother(jail, 50))
