import type { ExecuteOptions } from '../kernel.ts'
import { openKernelSandbox } from '../kernel-sandbox.fixture.ts'

export type StatesBench = Awaited<ReturnType<typeof openStatesBench>>

/** A sandbox in which Pythons are made, saved, and restored in others. */
export async function openStatesBench() {
  const { contexts, destroy } = await openKernelSandbox()
  const open = async () => {
    const { id } = await contexts.create({ language: 'python' })
    const run = (code: string, options?: ExecuteOptions) => contexts.execute(id, code, options)
    return {
      run,
      states: contexts.states(id),
      close: () => contexts.delete(id),
      /** Interrupts again and again, since the code may not have begun. */
      async interruptUntil(settled: Promise<unknown>): Promise<void> {
        let isOver = false
        const over = () => {
          isOver = true
        }
        void settled.then(over, over)
        while (!isOver) {
          await contexts.interrupt(id)
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      },
      /** The text of the code's value; throws its error. */
      async value(code: string): Promise<unknown> {
        const { error, shown } = await run(code)
        if (error) throw new Error([error.name, error.value, ...error.traceback].join('\n'))
        return shown.find(({ isResult }) => isResult)?.data['text/plain']
      },
    }
  }
  return {
    open,
    destroy,
    /** Moves the values of `code` to another interpreter; gives the losses by name. */
    async moved(code: string) {
      const [first, second] = [await open(), await open()]
      await first.value(code)
      const { bytes, lost, versions } = await first.states.save()
      const loaded = await second.states.load(bytes)
      await first.close()
      const why = Object.fromEntries([...lost, ...loaded.lost].map((loss) => [loss.name, loss.why]))
      return { ...second, lost: why, versions, bytes }
    },
  }
}
