import type { LiveMachine } from '../../../../engine.ts'
import type { ServerStream } from '../connect/server-stream.ts'
import { endEventOf } from './process-end.ts'
import type { KnownProcess } from './process-registry.ts'

/** Sends the output of a process from now on to its end; a reader who leaves does not affect the process. */
export async function followProcess(
  { process, input }: KnownProcess,
  { machine, stream }: { machine: LiveMachine; stream: ServerStream },
): Promise<void> {
  // Not awaited, so that the listener is there for output that is printed at once.
  void stream.send({ event: { start: { pid: process.pid } } })
  const stop = process.onOutput(({ stream: name, bytes }) => {
    const output = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
    return stream.send({ event: { data: { [input === 'terminal' ? 'pty' : name]: output } } })
  })
  const end = await Promise.race([process.exited, stream.over])
  stop()
  if (!end) return
  // A sandbox that has ended looks the same. Then this throws, and no exit is reported.
  if (end.signal === 'SIGKILL') await machine.sandbox.processes()
  await stream.send({ event: { end: endEventOf(end, machine.info) } })
}
