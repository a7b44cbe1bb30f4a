import assert from 'node:assert/strict'
import type { KernelUnderTest } from '../checks.ts'
import type { Contexts } from '../contexts.ts'

const MAKE = 'import os\nx = [1]\ndef threads(): return len(os.listdir("/proc/self/task"))'
const SPOIL_AND_DIE = 'x.append(2)\nos.system("setsid sleep 1000 &")\nos._exit(3)'
const LOOK = `
names = [open(f"/proc/{n}/comm").read() for n in os.listdir("/proc") if os.path.exists(f"/proc/{n}/comm")]
x, threads(), names.count("sleep\\n")`

/** In boxes of any kind: a mark ends what was started since, and outlives the interpreter. */
export async function goesBackIn(open: KernelUnderTest['open']): Promise<void> {
  await inBox(open, async (contexts, id) => {
    const states = contexts.states(id)
    const marked = await states.mark()
    assert.ok('mark' in marked, JSON.stringify(marked))
    assert.equal((await contexts.execute(id, SPOIL_AND_DIE)).error?.name, 'KernelDied')
    await states.goBack(marked.mark, { keep: true })
    await contexts.execute(id, 'x.append(3)')
    await states.goBack(marked.mark)
    assert.equal(await look(contexts, id), '([1], 2, 0)')
  })
}

/** In boxes of any kind: a state is brought back in another interpreter. */
export async function movesIn(open: KernelUnderTest['open']): Promise<void> {
  await inBox(open, async (contexts, id) => {
    const { bytes, lost } = await contexts.states(id).save()
    const other = await contexts.create({ language: 'python' })
    assert.deepEqual([lost, await contexts.states(other.id).load(bytes)], [[], { lost: [] }])
    assert.equal(await look(contexts, other.id), '([1], 2, 0)')
  })
}

async function inBox(open: KernelUnderTest['open'], use: (contexts: Contexts, id: string) => Promise<void>) {
  const { contexts, destroy } = await open()
  try {
    const { id } = await contexts.create({ language: 'python' })
    await contexts.execute(id, MAKE)
    await use(contexts, id)
  } finally {
    await destroy()
  }
}

async function look(contexts: Contexts, id: string): Promise<unknown> {
  const { shown, error } = await contexts.execute(id, LOOK)
  return shown[0]?.data['text/plain'] ?? error?.traceback.join('\n')
}
