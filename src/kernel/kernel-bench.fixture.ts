import type { ExecuteOptions } from './kernel.ts'
import type { KernelEvent } from './kernel-event.ts'
import { openKernelSandbox } from './kernel-sandbox.fixture.ts'

const INTERRUPT_AFTER_MS = 150

export type KernelBench = Awaited<ReturnType<typeof openKernelBench>>

/** One live interpreter in a sandbox, with the usual actions of tests. */
export async function openKernelBench(language: string) {
  const { contexts, destroy } = await openKernelSandbox()
  const { id } = await contexts.create({ language })
  const run = (code: string, options?: ExecuteOptions) => contexts.execute(id, code, options)
  return {
    run,
    destroy,
    contexts,
    id,
    /** The output of the code; throws its error. */
    async printed(code: string, options?: ExecuteOptions): Promise<string> {
      const { error, stdout } = await run(code, options)
      if (error) throw new Error(`${error.name}: ${error.value}`)
      return stdout
    },
    /** The bundle of the code's value; throws its error. */
    async value(code: string): Promise<Record<string, unknown> | undefined> {
      const { error, shown } = await run(code)
      if (error) throw new Error(`${error.name}: ${error.value}`)
      return shown.find(({ isResult }) => isResult)?.data
    },
    /** Runs code and interrupts it when it says that it has begun, or has had time to. */
    async interrupted(code: string, options: ExecuteOptions = {}) {
      const begun = Promise.withResolvers<void>()
      const onEvent = (event: KernelEvent) => {
        if (event.type === 'stdout' && event.text.includes('begun')) begun.resolve()
      }
      const running = run(code, { ...options, onEvent })
      const time = new Promise<void>((resolve) => setTimeout(resolve, INTERRUPT_AFTER_MS))
      await (code.includes('begun') ? Promise.race([begun.promise, running]) : time)
      await contexts.interrupt(id)
      return running
    },
  }
}
