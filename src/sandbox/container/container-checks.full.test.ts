import { describe } from 'vitest'
import { BESIDE_WALLS, checkGroups, isOfProxy, WALLS } from '../checks/check-groups.fixture.ts'
import { withPodman } from './podman-sandboxes.fixture.ts'

const podman = withPodman()

describe('a container keeps every promise of a sandbox', () => {
  checkGroups({ groups: BESIDE_WALLS, provider: podman.createProvider })
  checkGroups({ groups: WALLS, provider: podman.createProvider, only: isOfProxy })
})
