import { afterAll, describe } from 'vitest'
import { checkGroups, WALLS } from '../checks/check-groups.fixture.ts'
import { createJailRemote } from './jail-remote.fixture.ts'
import { remoteProvider } from './remote-provider.fixture.ts'
import { unsupportedChecks } from './unsupported-checks.ts'

describe('the walls of a system of the jail, told to be far away, hold every attack', () => {
  const { remote, close } = createJailRemote()
  afterAll(close)
  const provider = remoteProvider(remote)
  checkGroups({ groups: WALLS, provider: () => provider, unsupported: unsupportedChecks })
})
