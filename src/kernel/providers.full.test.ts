import { afterAll, beforeAll, describe, it } from 'vitest'
import { withPodman } from '../sandbox/container/podman-sandboxes.fixture.ts'
import { gvisor } from '../sandbox/gvisor/sandboxes.fixture.ts'
import { warmJail, withWarm } from '../sandbox/jail/pool/warm.fixture.ts'
import type { SandboxProvider } from '../sandbox/sandbox.ts'
import { kernelChecksOf } from './checks.ts'
import { KERNEL_LIMITS, openSandboxesOf } from './kernel-sandbox.fixture.ts'
import { pythonSnippets } from './python/python-snippets.ts'

const checks = kernelChecksOf(pythonSnippets)

describe('a kernel keeps its promises in sandboxes of gVisor', () => {
  // Not every version of gVisor lets a process adopt others, and without that there are no marks.
  const unmarked = /this system does not let a process adopt others/
  it.each(checks)('$id', ({ run }) => run({ snippets: pythonSnippets, open: openSandboxesOf(() => gvisor), unmarked }))
})

describe('a kernel keeps its promises in pooled sandboxes, where it is forked and not started', () => {
  let jail: SandboxProvider
  beforeAll(async () => {
    jail = await warmJail({ limits: KERNEL_LIMITS })
  })
  afterAll(() => jail.close?.())
  it.each(checks)('$id', ({ run }) =>
    run({ snippets: pythonSnippets, open: openSandboxesOf(() => withWarm(jail, 'plain')) }),
  )
})

describe('a kernel keeps its promises in containers', () => {
  const podman = withPodman()
  it.each(checks)('$id', ({ run }) =>
    run({ snippets: pythonSnippets, open: openSandboxesOf(() => podman.createProvider()) }),
  )
})
