import type { LiveMachine } from '../../../../engine.ts'
import type { ServerStream } from '../connect/server-stream.ts'
import { endEventOf } from './process-end.ts'
import type { KnownProcess } from './process-registry.ts'

/** Tells a process from now on to its end; a reader who goes away leaves it as it is. */
export async function followProcess(
  { process, input }: KnownProcess,
  { machine, stream }: { machine: LiveMachine; stream: ServerStream },
): Promise<void> {
  // Not waited for: what is printed at once must find the listener.
  void stream.send({ event: { start: { pid: process.pid } } })
  const stop = process.onOutput(({ stream: name, bytes }) => {
    const output = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
    return stream.send({ event: { data: { [input === 'terminal' ? 'pty' : name]: output } } })
  })
  const end = await Promise.race([process.exited, stream.over])
  stop()
  if (!end) return
  // Also a box that has ended looks so. Then this throws, and nobody is told that the program went well or badly.
  if (end.signal === 'SIGKILL') await machine.sandbox.processes()
  await stream.send({ event: { end: endEventOf(end, machine.info) } })
}
