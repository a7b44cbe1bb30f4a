import { describe } from 'vitest'
import { checkGroups, isOfProxy, WALLS } from '../checks/check-groups.fixture.ts'
import { withPodman } from './podman-sandboxes.fixture.ts'

const podman = withPodman()

describe('the walls of a container hold every attack', () => {
  checkGroups({ groups: WALLS, provider: podman.createProvider, only: (check) => !isOfProxy(check) })
})
