import assert from 'node:assert/strict'
import type { KernelUnderTest } from '../checks.ts'
import type { KernelMark } from '../kernel-state.ts'

const MAKE = 'import os\nx = [1]'
const SPOIL_AND_DIE = 'x.append(2)\nos.system("setsid sleep 1000 &")\nos._exit(3)'
const LOOK = `
names = [open(f"/proc/{n}/comm").read() for n in os.listdir("/proc") if os.path.exists(f"/proc/{n}/comm")]
x, len(os.listdir("/proc/self/task")), names.count("sleep\\n")`

/** Returns to a mark after a crash, which ends all programs started since; or gives the reason why the mark was refused. */
export async function goesBack(open: KernelUnderTest['open']): Promise<KernelMark> {
  const { contexts, destroy } = await open()
  try {
    const { id } = await contexts.create({ language: 'python' })
    await contexts.execute(id, MAKE)
    const marked = await contexts.states(id).mark()
    if ('unsafe' in marked) return marked
    assert.equal((await contexts.execute(id, SPOIL_AND_DIE)).error?.name, 'KernelDied')
    await contexts.states(id).goBack(marked.mark)
    const { shown, error } = await contexts.execute(id, LOOK)
    assert.equal(shown[0]?.data['text/plain'] ?? error?.traceback.join('\n'), '([1], 2, 0)')
    return marked
  } finally {
    await destroy()
  }
}
