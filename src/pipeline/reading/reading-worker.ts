import { readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { threadCpuMs } from '../../language/thread-cpu-ms.ts'
import type { CustomRule } from '../guard/custom/rule-document.ts'
import { createAnswers } from './reading-answers.ts'
import { createReadingBudget, ENDLESS } from './reading-budget.ts'
import type { ReadingJobs } from './reading-jobs.ts'
import type { ReadingJob, ReadingReply, ReadingStart } from './reading-protocol.ts'
import { WARM_UP_PROGRAMS } from './warm-up-programs.ts'

const { left, data, isSpare } = workerData as ReadingStart
const tell = (reply: ReadingReply) => parentPort?.postMessage(reply)
const tellBegun = () => tell({ begunAtMs: threadCpuMs() })
/** The next program gets a fresh thread. */
let isBroken = false
const load = createAnswers({
  customRules: data as readonly CustomRule[],
  onLoaded: tellBegun,
  onBroken: () => {
    isBroken = true
  },
})

tell({ threadId: Number(basename(readlinkSync('/proc/thread-self'))) })
parentPort?.on('message', async ({ kind, question, budgetMs }: ReadingJob) => {
  try {
    const answering = await load(kind as keyof ReadingJobs)
    tellBegun()
    const budget = createReadingBudget(budgetMs, () => Atomics.load(left, 0) !== 0)
    tell({ answer: await answering(question as never, budget), isLast: isBroken })
  } catch (error) {
    tell({ failure: String(error) })
    isBroken = true
  }
  if (isBroken) process.exit()
})

// An arriving job waits for one step at most; a module that cannot be loaded fails the job that needs it.
for (const kind of isSpare ? (['guard', 'analyze'] as const) : []) {
  for (const program of WARM_UP_PROGRAMS) {
    await load(kind)
      .then((answering) => answering(program as never, ENDLESS))
      .catch(() => {})
    await new Promise(setImmediate)
  }
}
