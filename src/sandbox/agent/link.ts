import type { Duplex } from 'node:stream'
import { BadFrame, createFrameReader, encodeFrame, FRAME, type Frame, frameHeader } from './frame.ts'

/** Bytes that a sender may run ahead of its reader, on each channel and in each direction; the same as in the agent. */
const WINDOW = 262_144
const CHUNK = 32_768
/** Room is granted in pieces worth sending: tiny grants would make the sender send tiny pieces. */
const GRANT_AT = 65_536
/** Bytes of one sandbox that the main thread takes in a row; then others have their turn. */
const TURN_BYTES = 131_072

/** The agent's refusal of a request, in its own words. */
export class AgentRefusal extends Error {
  readonly code: string

  constructor({ code, message }: { code: string; message: string }) {
    super(message)
    this.name = 'AgentRefusal'
    this.code = code
  }
}

/** The sandbox ended before an answer came. */
export class SandboxEnded extends Error {
  constructor() {
    super('the sandbox has ended')
    this.name = 'SandboxEnded'
  }
}

export type AgentRequest = { op: string } & Record<string, unknown>

/** Events of a channel. While a promise from `data` is open, the sender has that much less room. */
export interface ChannelEvents {
  data?(bytes: Buffer, stream: 'stdout' | 'stderr'): void | Promise<void>
  end?(): void
  event?(value: Record<string, unknown>): void
  /** The agent gave up on a request after it had begun. */
  failed?(error: Error): void
}

export interface Channel {
  readonly id: number
  /** Sends at once the first bytes of a channel, as far as its reader is known to have room for them. */
  push(bytes: Uint8Array): void
  /** Resolves when the bytes are sent, once the reader has room for them. */
  send(bytes: Uint8Array): Promise<void>
  end(): void
  /** Ends the channel; nothing more is expected of it. */
  close(): void
}

type Acceptor = (join: (events: ChannelEvents) => Channel) => void

interface OpenChannel extends ChannelEvents {
  room: number
  /** Bytes taken, but not yet granted to the sender again. */
  owed: number
  waiting: (() => void)[]
  reply?: PromiseWithResolvers<Record<string, unknown>> | undefined
  failure?: Error
}

export type Link = ReturnType<typeof createLink>

/** The host's end of the socket into a sandbox: calls, and streams that never run ahead of their readers. */
export function createLink(socket: Duplex) {
  const channels = new Map<number, OpenChannel>()
  const ready = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  /** Handlers of connections, by the channel that asked the agent to listen. */
  const acceptors = new Map<number, Acceptor>()
  let isClosed = false
  let lastChannel = 0
  let memoryKills = 0
  const hear = (said: { memoryKills?: unknown }) => {
    if (typeof said.memoryKills === 'number') memoryKills = said.memoryKills
  }
  ready.promise.catch(() => {})

  let isGathering = false
  /** Joins frames written in one turn into one send, so that the agent wakes up once. */
  const gather = () => {
    if (isGathering) return
    isGathering = true
    socket.cork()
    process.nextTick(() => {
      isGathering = false
      socket.uncork()
    })
  }
  const write = (kind: number, channel: number, payload?: Uint8Array) => {
    if (isClosed) return
    gather()
    socket.write(encodeFrame(kind, channel, payload))
  }
  /** Writes without a copy: the caller's bytes are in use until they are written. */
  const writeBulk = (channel: number, payload: Uint8Array) =>
    new Promise<void>((written) => {
      if (isClosed) return written()
      socket.cork()
      socket.write(frameHeader(FRAME.data, channel, payload.length))
      socket.write(payload, () => written())
      socket.uncork()
    })
  const giveBack = (id: number, channel: OpenChannel, count: number) => {
    channel.owed += count
    if (channel.owed < GRANT_AT) return
    write(FRAME.grant, id, uint32(channel.owed))
    channel.owed = 0
  }
  const finish = () => {
    if (isClosed) return
    isClosed = true
    const error = new SandboxEnded()
    ready.reject(error)
    for (const channel of channels.values()) fail(channel, error)
    channels.clear()
    closed.resolve()
  }
  const fail = (channel: OpenChannel, error: Error) => {
    channel.failure = error
    for (const wake of channel.waiting.splice(0)) wake()
    if (channel.reply) channel.reply.reject(error)
    else channel.failed?.(error)
    channel.reply = undefined
  }

  const onFrame = ({ kind, channel: id, payload }: Frame) => {
    if (id === 0) return kind === FRAME.event ? hear(parse(payload)) : ready.resolve()
    if (kind === FRAME.accept) return accept(id, numberIn(payload))
    const channel = channels.get(id)
    if (!channel) return
    if (kind === FRAME.data || kind === FRAME.errorData) {
      const taken = channel.data?.(payload, kind === FRAME.data ? 'stdout' : 'stderr')
      const grant = () => giveBack(id, channel, payload.length)
      if (taken) void taken.then(grant, grant)
      else grant()
    } else if (kind === FRAME.grant) {
      channel.room += numberIn(payload)
      for (const wake of channel.waiting.splice(0)) wake()
    } else if (kind === FRAME.reply) {
      channel.reply?.resolve(parse(payload))
      channel.reply = undefined
    } else if (kind === FRAME.fail) {
      fail(channel, new AgentRefusal(parse(payload)))
      channels.delete(id)
    } else if (kind === FRAME.event) channel.event?.(parse(payload))
    else if (kind === FRAME.end) channel.end?.()
  }
  const accept = (id: number, listener: number) => {
    acceptors.get(listener)?.((events) => {
      const channel: OpenChannel = { ...events, room: WINDOW, owed: 0, waiting: [] }
      channels.set(id, channel)
      return channelOf(id, channel)
    })
  }
  const read = createFrameReader(onFrame)
  let inARow = 0
  const takeTurns = (bytes: number) => {
    inARow += bytes
    if (inARow < TURN_BYTES) return
    inARow = 0
    socket.pause()
    setImmediate(() => socket.resume())
  }
  socket.on('data', (chunk: Buffer) => {
    try {
      read(chunk)
      takeTurns(chunk.length)
    } catch (error) {
      if (!(error instanceof BadFrame)) throw error
      // The sender is no longer the agent: the sandbox ends, the server does not.
      socket.destroy()
      finish()
    }
  })
  socket.on('close', finish)
  socket.on('error', finish)

  const channelOf = (id: number, open: OpenChannel): Channel => ({
    id,
    push(bytes) {
      open.room -= bytes.length
      write(FRAME.data, id, bytes)
    },
    async send(bytes) {
      for (let at = 0; at < bytes.length; ) {
        while (open.room <= 0 && channels.has(id)) await new Promise<void>((wake) => open.waiting.push(wake))
        if (!channels.has(id)) throw open.failure ?? new SandboxEnded()
        const chunk = bytes.subarray(at, at + Math.min(CHUNK, open.room))
        open.room -= chunk.length
        at += chunk.length
        await writeBulk(id, chunk)
      }
    },
    end: () => write(FRAME.end, id),
    close: () => {
      if (!channels.delete(id)) return
      for (const wake of open.waiting.splice(0)) wake()
      write(FRAME.close, id)
    },
  })

  /** Sends a request without waiting for the answer; the agent handles later frames after it. */
  function begin(request: AgentRequest, events: ChannelEvents) {
    if (isClosed) throw new SandboxEnded()
    const id = ++lastChannel
    const reply = Promise.withResolvers<Record<string, unknown>>()
    const channel: OpenChannel = { ...events, room: WINDOW, owed: 0, waiting: [], reply }
    channels.set(id, channel)
    write(FRAME.call, id, Buffer.from(JSON.stringify(request)))
    return { channel: channelOf(id, channel), answer: reply.promise }
  }
  /** Opens something that goes on after its answer: a process, a file, a connection, a watch. */
  async function open(request: AgentRequest, events: ChannelEvents) {
    const { channel, answer } = begin(request, events)
    return { channel, answer: await answer }
  }

  return {
    begin,
    open,
    /** Sends a request that its answer completes. */
    async call(request: AgentRequest): Promise<Record<string, unknown>> {
      const { channel, answer } = await open(request, {})
      channels.delete(channel.id)
      return answer
    },
    /**
     * Accepts connections that programs make to a port of the sandbox's loopback, or to another port when that is taken; gives
     * the port. The handler must call `join` at once with the events of the new channel.
     */
    async listen(port: number, handler: Acceptor): Promise<number> {
      const { channel, answer } = begin({ op: 'listen', port }, {})
      acceptors.set(channel.id, handler)
      return Number((await answer).port)
    },
    /** Number of programs that the agent ended for memory; it arrives before their end does. */
    memoryKills: () => memoryKills,
    /** Resolves when the agent runs. */
    ready: ready.promise,
    closed: closed.promise,
    destroy: () => {
      socket.destroy()
      finish()
    },
  }
}

function parse(payload: Buffer) {
  try {
    return JSON.parse(payload.toString())
  } catch {
    throw new BadFrame("an answer that is no JSON cannot be the agent's")
  }
}

function numberIn(payload: Buffer): number {
  if (payload.length !== 4) throw new BadFrame("a number of another length cannot be the agent's")
  return payload.readUInt32BE(0)
}

function uint32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeUInt32BE(value)
  return bytes
}
