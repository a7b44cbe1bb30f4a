import type { ExecuteOptions, Execution } from '../kernel.ts'
import { openKernelSandbox } from '../kernel-sandbox.fixture.ts'

export type PythonBench = Awaited<ReturnType<typeof openPythonBench>>

/** One live Python in a sandbox, with the usual actions of tests. */
export async function openPythonBench() {
  const { contexts, destroy } = await openKernelSandbox()
  const { id } = await contexts.create({ language: 'python' })
  const run = (code: string, options?: ExecuteOptions) => contexts.execute(id, code, options)
  return {
    run,
    destroy,
    restart: () => contexts.restart(id),
    get: (name: string) => contexts.getVariable(id, name),
    set: (name: string, value: unknown) => contexts.setVariable(id, name, value),
    variables: () => contexts.variables(id),
    attributes: (of: string) => contexts.attributes(id, of),
    /** The text of the code's value; throws its error. */
    async value(code: string): Promise<string | undefined> {
      const { error, shown } = await run(code)
      if (error) throw new Error(error.traceback.join('\n'))
      return shown.find(({ isResult }) => isResult)?.data['text/plain'] as string | undefined
    },
    /** Runs code and interrupts it as soon as it has printed "begun". */
    async interrupted(code: string): Promise<Execution> {
      const running = run(code, {
        onEvent: async (event) => {
          if (event.type === 'stdout' && event.text.includes('begun')) await contexts.interrupt(id)
        },
      })
      return running
    },
  }
}
