import { expect, it } from 'vitest'
import { createJail } from '../../sandbox/jail/jail.ts'
import { createContexts } from '../contexts.ts'
import { javascriptKernel, typescriptKernel } from './node-kernels.ts'

const limits = {
  timeoutMs: 30_000,
  memoryMb: 128,
  cpuPercent: 100,
  processes: 32,
  openFiles: 256,
  outputBytes: 1_000_000,
  diskMb: 16,
}

it.each([javascriptKernel, typescriptKernel])(
  'the $language kernel starts where a host can only limit the address space of each process',
  async (program) => {
    const newSandboxId = () => `kernel-limits-${process.pid}-${program.language}`
    const jail = createJail({ execPath: process.execPath, newSandboxId, cgroups: undefined })
    const { sandbox, destroy } = await jail.create({ limits }, new AbortController().signal)
    try {
      const contexts = createContexts({ sandbox, programs: [program], newId: () => 'context', limits })
      const { id } = await contexts.create({ language: program.language })
      const { shown } = await contexts.execute(id, 'const enough = "x".repeat(1_000_000)\nenough.length')
      expect(shown[0]?.data['text/plain']).toBe('1000000')
    } finally {
      await destroy()
    }
  },
)
