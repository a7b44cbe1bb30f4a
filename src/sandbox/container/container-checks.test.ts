import { beforeAll, describe, it } from 'vitest'
import { sandboxChecks } from '../checks.ts'
import type { SandboxProvider } from '../sandbox.ts'
import { withPodman } from './podman-boxes.fixture.ts'

const podman = withPodman()

describe('a container keeps every promise of a sandbox', () => {
  let provider: SandboxProvider
  beforeAll(() => {
    provider = podman.createProvider()
  })
  it.each(sandboxChecks)('$id', ({ run }) => run(provider))
})
