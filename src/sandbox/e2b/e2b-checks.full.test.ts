import { afterAll, beforeAll, describe } from 'vitest'
import { type E2bServer, startE2bServer } from '../../../test/support/e2b-server.ts'
import { checkGroups } from '../checks/check-groups.fixture.ts'
import type { SandboxProvider } from '../sandbox.ts'
import { createJailRemote } from './jail-remote.fixture.ts'
import { remoteProvider } from './remote-provider.fixture.ts'
import { createSdkRemote } from './sdk-remote.ts'
import { unsupportedChecks } from './unsupported-checks.ts'

/** Groups of checks that the wire could affect; the other groups are about the sandbox behind it. */
describe("a sandbox of our own server, through E2B's SDK, keeps the promises of a sandbox", () => {
  let server: E2bServer
  let provider: SandboxProvider
  beforeAll(async () => {
    server = await startE2bServer({ env: { ANNEAL_RATE_PER_SECOND: '100000' } })
    const place = { apiKey: server.key, apiUrl: server.url, sandboxUrl: server.url, domain: 'here.test' }
    provider = remoteProvider(createSdkRemote({ ...place, template: 'base', timeoutMs: 30_000 }))
  })
  afterAll(() => server.close())

  checkGroups({ groups: ['behaviour', 'files'], provider: () => provider, unsupported: unsupportedChecks })
})

describe('a system of the jail, told to be far away, keeps the promises of a sandbox', () => {
  const { remote, close } = createJailRemote()
  afterAll(close)
  const provider = remoteProvider(remote)
  checkGroups({ groups: ['limits', 'agent', 'leftovers'], provider: () => provider, unsupported: unsupportedChecks })
})
