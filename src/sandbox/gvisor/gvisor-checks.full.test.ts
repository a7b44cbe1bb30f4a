import { describe } from 'vitest'
import { BESIDE_WALLS, checkGroups, isOfProxy, WALLS } from '../checks/check-groups.fixture.ts'
import { gvisor } from './sandboxes.fixture.ts'
import { unsupportedChecks } from './unsupported-checks.ts'

describe('gVisor keeps the promises of a sandbox', () => {
  checkGroups({ groups: BESIDE_WALLS, provider: () => gvisor, unsupported: unsupportedChecks })
  checkGroups({ groups: WALLS, provider: () => gvisor, unsupported: unsupportedChecks, only: isOfProxy })
})
