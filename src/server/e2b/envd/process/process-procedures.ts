import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { ConnectError } from '../connect/connect-error.ts'
import { fromClient, type Procedure, toClient, unary } from '../connect/procedure.ts'
import { followProcess } from './follow-process.ts'
import {
  type Input,
  inputMessage,
  inputStreamMessage,
  selection,
  signalMessage,
  startMessage,
  updateMessage,
} from './process-message.ts'
import { type KnownProcess, processesOf } from './process-registry.ts'
import { startProcess } from './start-process.ts'

/**
 * A caller who kills a program checks at once whether it is gone. The end of a program whose output nobody reads is not
 * awaited.
 */
const KILLED_WITHIN_MS = 500
const SIGNALS = new Map<string | number, 'SIGTERM' | 'SIGKILL'>([
  ['SIGNAL_SIGTERM', 'SIGTERM'],
  ['SIGNAL_SIGKILL', 'SIGKILL'],
  [15, 'SIGTERM'],
  [9, 'SIGKILL'],
])
const KEEPALIVE = { event: { keepalive: {} } }

/** The service `process.Process`: programs of a machine. */
export const processProcedures: Record<string, Procedure> = {
  Start: toClient({ schema: startMessage, keepalive: KEEPALIVE }, async (message, call, stream) => {
    await followProcess(await startProcess(message, call), { machine: call.machine, stream })
  }),
  Connect: toClient({ schema: selection, keepalive: KEEPALIVE }, async (message, { machine }, stream) => {
    await followProcess(await processesOf(machine).recall(message.process), { machine, stream })
  }),
  List: unary(z.object({}), async (_, { machine }) => {
    const known = await processesOf(machine).list()
    const infoOf = ({ config, process, tag }: KnownProcess) => ({ config, pid: process.pid, ...(tag && { tag }) })
    return { processes: known.map(infoOf) }
  }),
  SendInput: unary(inputMessage, async (message, { machine }) => {
    await give(await processesOf(machine).find(message.process), message.input)
    return {}
  }),
  StreamInput: fromClient(inputStreamMessage, async (messages, { machine }) => {
    let known: KnownProcess | undefined
    for await (const { start, data } of messages) {
      if (start) known = await processesOf(machine).find(start.process)
      if (!data) continue
      if (!known) throw new ConnectError('invalid_argument', 'the first message must name the process')
      await give(known, data.input)
    }
    return {}
  }),
  CloseStdin: unary(selection, async (message, { machine }) => {
    const { process, input } = await processesOf(machine).find(message.process)
    if (input === 'terminal') {
      throw new ConnectError('failed_precondition', 'a terminal is closed by sending Ctrl+D (0x04) to it')
    }
    await process.closeStdin()
    return {}
  }),
  SendSignal: unary(signalMessage, async (message, { machine }) => {
    const { process } = await processesOf(machine).find(message.process)
    const signal = SIGNALS.get(message.signal)
    if (!signal) throw new ConnectError('unimplemented', `invalid signal: ${message.signal}`)
    await process.signal(signal)
    if (signal === 'SIGKILL') await Promise.race([process.exited, delay(KILLED_WITHIN_MS, undefined, { ref: false })])
    return {}
  }),
  Update: unary(updateMessage, async (message, { machine }) => {
    const { process } = await processesOf(machine).find(message.process)
    const size = message.pty?.size
    if (size) await process.resize({ columns: size.cols, rows: size.rows })
    return {}
  }),
}

async function give({ process, input: takes }: KnownProcess, { stdin, pty }: Input): Promise<void> {
  const bytes = takes === 'terminal' ? pty : stdin
  if (!bytes) throw new ConnectError('failed_precondition', `process ${process.pid} takes no such input`)
  if (takes === 'none')
    throw new ConnectError('failed_precondition', `process ${process.pid} was started without input`)
  await process.write(bytes)
}
