import { describe, expect, it } from 'vitest'
import { ownServerId } from '../cgroup/server-id.ts'
import { sandboxChecks } from '../checks.ts'
import { createE2bProvider } from './e2b.ts'
import { createJailRemote } from './jail-remote.fixture.ts'
import { unsupportedChecks } from './unsupported-checks.ts'

const { remote } = createJailRemote()
let boxes = 0
const serverId = await ownServerId()
const provider = createE2bProvider({ remote, newBoxId: () => `box-${++boxes}`, serverId, pausesMs: [] })
const checks = sandboxChecks.filter(({ id }) => !(id in unsupportedChecks))

describe('a sandbox of an E2B server keeps the promises of a sandbox', () => {
  it.each(checks)('$group: $id', ({ run }) => run(provider))

  it('names no check as impossible that does not exist', () => {
    expect(sandboxChecks.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(unsupportedChecks)))
  })
})
