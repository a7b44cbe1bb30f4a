import { describe } from 'vitest'
import { checkGroups, isOfProxy, WALLS } from '../checks/check-groups.fixture.ts'
import { gvisor } from './sandboxes.fixture.ts'
import { unsupportedChecks } from './unsupported-checks.ts'

describe('the walls of gVisor hold every attack', () => {
  checkGroups({
    groups: WALLS,
    provider: () => gvisor,
    unsupported: unsupportedChecks,
    only: (check) => !isOfProxy(check),
  })
})
