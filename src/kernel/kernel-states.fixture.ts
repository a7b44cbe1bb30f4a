import { openKernelBench } from './kernel-bench.fixture.ts'
import type { KernelState } from './kernel-state.ts'

/** One live interpreter, with actions that save it, or mark it and return to the mark. */
export async function openStatesBench(language: string) {
  const bench = await openKernelBench(language)
  const { contexts, id } = bench
  const fresh = async (): Promise<string> => {
    await contexts.restart(id)
    return id
  }
  return {
    ...bench,
    fresh,
    /** Saves the interpreter, starts a fresh one and loads the state. */
    async reborn(): Promise<Omit<KernelState, 'bytes'> & { missing: KernelState['lost'] }> {
      const { bytes, lost, versions } = await contexts.states(id).save()
      await fresh()
      const { lost: missing } = await contexts.states(id).load(bytes)
      return { lost, versions, missing }
    },
    async lostNames(): Promise<string[]> {
      const { lost } = await contexts.states(id).save()
      return lost.map(({ name }) => name)
    },
    /** Runs code and undoes it. */
    async undone(code: string): Promise<void> {
      const made = await contexts.states(id).mark()
      if ('unsafe' in made) throw new Error(made.unsafe)
      await bench.run(code)
      await contexts.states(id).goBack(made.mark)
    },
    async unsafe(): Promise<string | undefined> {
      const made = await contexts.states(id).mark()
      return 'unsafe' in made ? made.unsafe : undefined
    },
  }
}
