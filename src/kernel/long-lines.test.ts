import { expect, it } from 'vitest'
import { expectShortTurn, stallOf } from '../../test/support/main-thread-watch.ts'
import type { Process } from '../sandbox/process.ts'
import type { KernelMessage } from './kernel-event.ts'
import { openKernelWire } from './kernel-wire.ts'

type Output = Parameters<Parameters<Process['onOutput']>[0]>[0]

/** A wire that waits for the answer to one request, and the output of its interpreter. */
function asked() {
  let say: (output: Output) => void | Promise<void> = () => {}
  const process = {
    onOutput: (listener: typeof say) => {
      say = listener
    },
    write: async () => {},
    exited: Promise.withResolvers().promise,
  } as unknown as Process
  const heard: KernelMessage[] = []
  void openKernelWire(process).ask({ op: 'execute' }, (message) => void heard.push(message))
  return { heard, says: (bytes: Uint8Array) => say({ stream: 'stdout', bytes } as Output) }
}

const line = (message: object) => `${JSON.stringify({ id: 1, ...message })}\n`
const LONG = 'iVBO'.repeat(100_000)

it('messages of an interpreter come in order, and one of too many parts is left out with a note before it holds the thread', async () => {
  const bytes = Buffer.from(
    line({ type: 'display', data: { 'image/png': LONG } }) +
      line({ type: 'display', data: { 'application/json': Array(1_000_000).fill([]) } }) +
      line({ type: 'stdout', text: 'after' }),
  )
  const { heard, says } = asked()
  expectShortTurn(await stallOf(async () => says(bytes)))
  // The work is tried several times.
  expect(heard.slice(0, 3)).toMatchObject([
    { type: 'display', data: { 'image/png': LONG } },
    { type: 'stderr', text: '[a message of the interpreter was left out: it has more than 262144 values]\n' },
    { type: 'stdout', text: 'after' },
  ])
})
