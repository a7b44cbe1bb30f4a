import { languages } from '../../src/language/languages.ts'
import { createExecute } from '../../src/pipeline/execute/execute.ts'
import { createTryOut } from '../../src/pipeline/try-out.ts'
import { createRunInSandbox } from '../../src/pipeline/verify/run-in-sandbox.ts'
import { findCgroups } from '../../src/sandbox/cgroup/find.ts'
import { createJail } from '../../src/sandbox/jail/jail.ts'

const limits = {
  ...{ timeoutMs: 30_000, memoryMb: 512, cpuPercent: 100, processes: 64 },
  ...{ openFiles: 256, outputBytes: 1_000_000, diskMb: 64 },
}

/** The tools that makers of tests get, over the real jail. */
export async function openSandboxRunner() {
  let made = 0
  const newSandboxId = () => `sandbox-runner-${process.pid}-${made++}`
  const sandbox = createJail({ execPath: process.execPath, newSandboxId, cgroups: await findCgroups() })
  const ending: Promise<void>[] = []
  const execute = createExecute({
    sandbox,
    packageMounts: async () => [],
    finish: (work) => void ending.push(work),
  })
  const admission = { takeSlot: async () => () => {} }
  return {
    runInSandbox: createRunInSandbox(createTryOut(execute), { limits, admission, languages }),
    async close(): Promise<void> {
      await Promise.all(ending)
      await sandbox.close?.()
    },
  }
}
