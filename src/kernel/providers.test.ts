import { describe, it } from 'vitest'
import { withPodman } from '../sandbox/container/podman-boxes.fixture.ts'
import { gvisor } from '../sandbox/gvisor/boxes.fixture.ts'
import { kernelChecksOf } from './checks.ts'
import { openBoxesOf } from './kernel-box.fixture.ts'
import { pythonSnippets } from './python/python-snippets.ts'

const checks = kernelChecksOf(pythonSnippets)

describe('a kernel keeps its promises in boxes of gVisor', () => {
  it.each(checks)('$id', ({ run }) => run({ snippets: pythonSnippets, open: openBoxesOf(() => gvisor) }))
})

describe('a kernel keeps its promises in containers', () => {
  const podman = withPodman()
  it.each(checks)('$id', ({ run }) =>
    run({ snippets: pythonSnippets, open: openBoxesOf(() => podman.createProvider()) }),
  )
})
