import type { ExecuteOptions } from './kernel.ts'
import { openKernelBox } from './kernel-box.fixture.ts'

export type KernelBench = Awaited<ReturnType<typeof openKernelBench>>

/** One live interpreter in a box, and what most tests do with it. */
export async function openKernelBench(language: string) {
  const { contexts, destroy } = await openKernelBox()
  const { id } = await contexts.create({ language })
  const run = (code: string, options?: ExecuteOptions) => contexts.execute(id, code, options)
  return {
    run,
    destroy,
    contexts,
    id,
    /** What it prints; what went wrong instead is thrown. */
    async printed(code: string, options?: ExecuteOptions): Promise<string> {
      const { error, stdout } = await run(code, options)
      if (error) throw new Error(`${error.name}: ${error.value}`)
      return stdout
    },
    /** The bundle of its value; what went wrong instead is thrown. */
    async value(code: string): Promise<Record<string, unknown> | undefined> {
      const { error, shown } = await run(code)
      if (error) throw new Error(`${error.name}: ${error.value}`)
      return shown.find(({ isResult }) => isResult)?.data
    },
    /** Interrupted after this time. */
    async interrupted(code: string, afterMs = 150) {
      const running = run(code)
      setTimeout(() => void contexts.interrupt(id), afterMs)
      return running
    },
  }
}
