import { languages } from '../../src/language/languages.ts'
import { createExecute } from '../../src/pipeline/execute/execute.ts'
import { createTryOut } from '../../src/pipeline/try-out.ts'
import { createRunInBox } from '../../src/pipeline/verify/run-in-box.ts'
import { findCgroups } from '../../src/sandbox/cgroup/find.ts'
import { createJail } from '../../src/sandbox/jail/jail.ts'

const limits = {
  ...{ timeoutMs: 30_000, memoryMb: 512, cpuPercent: 100, processes: 64 },
  ...{ openFiles: 256, outputBytes: 1_000_000, diskMb: 64 },
}

/** The tools that makers of tests get, over the real jail. */
export async function openBoxRunner() {
  let made = 0
  const newBoxId = () => `box-runner-${process.pid}-${made++}`
  const sandbox = createJail({ execPath: process.execPath, newBoxId, cgroups: await findCgroups() })
  const ending: Promise<void>[] = []
  const execute = createExecute({
    sandbox,
    packageMounts: async () => [],
    finish: (work) => void ending.push(work),
  })
  const admission = { takeSlot: async () => () => {} }
  return {
    runInBox: createRunInBox(createTryOut(execute), { limits, admission, languages }),
    async close(): Promise<void> {
      await Promise.all(ending)
      await sandbox.close?.()
    },
  }
}
