import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type E2bServer, startE2bServer } from '../../../test/support/e2b-server.ts'
import { ownServerId } from '../cgroup/server-id.ts'
import { sandboxChecks } from '../checks.ts'
import type { SandboxProvider } from '../sandbox.ts'
import { createE2bProvider } from './e2b.ts'
import { createJailRemote } from './jail-remote.fixture.ts'
import type { Remote } from './remote.ts'
import { createSdkRemote } from './sdk-remote.ts'
import { unsupportedChecks } from './unsupported-checks.ts'

/** Groups of checks that the wire could affect; the other groups are about the sandbox behind it. */
const THROUGH_THE_SDK = ['behaviour', 'files']
const checks = sandboxChecks.filter(({ id }) => !(id in unsupportedChecks))
const serverId = await ownServerId()
let boxes = 0
const providerOf = (remote: Remote) => createE2bProvider({ remote, newBoxId: () => `box-${++boxes}`, serverId })

describe("a sandbox of our own server, through E2B's SDK, keeps the promises of a sandbox", () => {
  let server: E2bServer
  let provider: SandboxProvider
  beforeAll(async () => {
    server = await startE2bServer({ env: { ANNEAL_RATE_PER_SECOND: '100000' } })
    const place = { apiKey: server.key, apiUrl: server.url, sandboxUrl: server.url, domain: 'here.test' }
    provider = providerOf(createSdkRemote({ ...place, template: 'base', timeoutMs: 30_000 }))
  })
  afterAll(() => server.close())

  const chosen = checks.filter(({ group }) => THROUGH_THE_SDK.includes(group))
  it.each(chosen)('$group: $id', ({ run }) => run(provider))
})

describe('a system of the jail, told to be far away, keeps the promises of a sandbox', () => {
  const { remote, close } = createJailRemote()
  afterAll(close)
  const provider = providerOf(remote)
  const chosen = checks.filter(({ group }) => !THROUGH_THE_SDK.includes(group))
  it.each(chosen)('$group: $id', ({ run }) => run(provider))
})

it('names no check as impossible that does not exist', () => {
  expect(sandboxChecks.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(unsupportedChecks)))
})
