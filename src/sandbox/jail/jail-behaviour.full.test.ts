import { describe } from 'vitest'
import { findCgroups } from '../cgroup/find.ts'
import { checkGroups } from '../checks/check-groups.fixture.ts'
import { createJail } from './jail.ts'

let sandboxes = 0
const newSandboxId = () => `jail-test-${process.pid}-${++sandboxes}`
const jail = createJail({ execPath: process.execPath, newSandboxId, cgroups: await findCgroups() })

describe('the jail without a pool keeps every promise of a sandbox', () => {
  checkGroups({ groups: ['behaviour', 'files', 'limits', 'leftovers'], provider: () => jail })
})
