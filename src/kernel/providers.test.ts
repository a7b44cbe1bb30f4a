import { afterAll, beforeAll, describe, it } from 'vitest'
import { withPodman } from '../sandbox/container/podman-boxes.fixture.ts'
import { gvisor } from '../sandbox/gvisor/boxes.fixture.ts'
import { warmJail, withWarm } from '../sandbox/jail/pool/warm.fixture.ts'
import type { SandboxProvider } from '../sandbox/sandbox.ts'
import { kernelChecksOf } from './checks.ts'
import { KERNEL_LIMITS, openBoxesOf } from './kernel-box.fixture.ts'
import { pythonSnippets } from './python/python-snippets.ts'
import { goesBackIn, movesIn } from './python/states-in-boxes.fixture.ts'

const checks = kernelChecksOf(pythonSnippets)
const GOES_BACK = 'a mark is gone back to after a crash'
const MOVES = 'a saved state is brought back in another interpreter'

describe('a kernel keeps its promises in boxes of gVisor', () => {
  it.each(checks)('$id', ({ run }) => run({ snippets: pythonSnippets, open: openBoxesOf(() => gvisor) }))
  // Its kernel lets no process adopt others, so that marks are refused there.
  it(MOVES, () => movesIn(openBoxesOf(() => gvisor)))
})

describe('a kernel keeps its promises in boxes that waited, where it is forked and not started', () => {
  let jail: SandboxProvider
  beforeAll(async () => {
    jail = await warmJail({ limits: KERNEL_LIMITS })
  })
  afterAll(() => jail.close?.())
  it.each(checks)('$id', ({ run }) =>
    run({ snippets: pythonSnippets, open: openBoxesOf(() => withWarm(jail, 'plain')) }),
  )
  it(GOES_BACK, () => goesBackIn(openBoxesOf(() => withWarm(jail, 'plain'))))
  it(MOVES, () => movesIn(openBoxesOf(() => withWarm(jail, 'plain'))))
})

describe('a kernel keeps its promises in containers', () => {
  const podman = withPodman()
  it.each(checks)('$id', ({ run }) =>
    run({ snippets: pythonSnippets, open: openBoxesOf(() => podman.createProvider()) }),
  )
  it(GOES_BACK, () => goesBackIn(openBoxesOf(() => podman.createProvider())))
})
