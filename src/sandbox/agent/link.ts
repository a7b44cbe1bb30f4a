import type { Duplex } from 'node:stream'
import { BadFrame, createFrameReader, encodeFrame, FRAME, type Frame, frameHeader } from './frame.ts'

/** As in the agent: how far a sender may run ahead of its reader, on each channel and in each direction. */
const WINDOW = 262_144
const CHUNK = 32_768
/** Room is given back in pieces worth sending: crumbs would make the sender send crumbs. */
const GRANT_AT = 65_536

/** What the agent could not do, in its words. */
export class AgentRefusal extends Error {
  readonly code: string

  constructor({ code, message }: { code: string; message: string }) {
    super(message)
    this.name = 'AgentRefusal'
    this.code = code
  }
}

/** The box ended while something was still expected of it. */
export class BoxEnded extends Error {
  constructor() {
    super('the box has ended')
    this.name = 'BoxEnded'
  }
}

export type AgentRequest = { op: string } & Record<string, unknown>

/** What happens on a channel. While a promise that `data` gave is open, the sender is held back by as much. */
export interface ChannelEvents {
  data?(bytes: Buffer, stream: 'stdout' | 'stderr'): void | Promise<void>
  end?(): void
  event?(value: Record<string, unknown>): void
  /** The agent gave up on it after it had begun. */
  failed?(error: Error): void
}

export interface Channel {
  readonly id: number
  /** At once, for the first bytes of a channel as far as its reader is known to have room for them. */
  push(bytes: Uint8Array): void
  /** Resolves when the bytes are on their way, which is when the reader has room for them. */
  send(bytes: Uint8Array): Promise<void>
  end(): void
  /** Nothing more is wanted of it. */
  close(): void
}

type Acceptor = (join: (events: ChannelEvents) => Channel) => void

interface OpenChannel extends ChannelEvents {
  room: number
  /** Taken, but not yet given back to the sender. */
  owed: number
  waiting: (() => void)[]
  reply?: PromiseWithResolvers<Record<string, unknown>> | undefined
}

export type Link = ReturnType<typeof createLink>

/** The host's end of the socket into a box: calls, and streams that never run ahead of their readers. */
export function createLink(socket: Duplex) {
  const channels = new Map<number, OpenChannel>()
  const ready = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  /** By the channel on which the box was asked to listen. */
  const acceptors = new Map<number, Acceptor>()
  let isClosed = false
  let lastChannel = 0
  let memoryKills = 0
  const hear = (said: { memoryKills?: unknown }) => {
    if (typeof said.memoryKills === 'number') memoryKills = said.memoryKills
  }
  ready.promise.catch(() => {})

  let isGathering = false
  /** What is said in one go is sent in one go: the agent wakes up once. */
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
  /** Without a copy: the caller's bytes are in use until they are written. */
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
    const error = new BoxEnded()
    ready.reject(error)
    for (const channel of channels.values()) fail(channel, error)
    channels.clear()
    closed.resolve()
  }
  const fail = (channel: OpenChannel, error: Error) => {
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
  socket.on('data', (chunk: Buffer) => {
    try {
      read(chunk)
    } catch (error) {
      if (!(error instanceof BadFrame)) throw error
      // Whatever is at the other end, it is not the agent any more: the box ends, the server does not.
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
        if (!channels.has(id)) throw new BoxEnded()
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

  /** Asks, and does not wait for the answer: what is said next is heard after it. */
  function begin(request: AgentRequest, events: ChannelEvents) {
    if (isClosed) throw new BoxEnded()
    const id = ++lastChannel
    const reply = Promise.withResolvers<Record<string, unknown>>()
    const channel: OpenChannel = { ...events, room: WINDOW, owed: 0, waiting: [], reply }
    channels.set(id, channel)
    write(FRAME.call, id, Buffer.from(JSON.stringify(request)))
    return { channel: channelOf(id, channel), answer: reply.promise }
  }
  /** Asks for something that goes on after its answer: a process, a file, a connection, a watch. */
  async function open(request: AgentRequest, events: ChannelEvents) {
    const { channel, answer } = begin(request, events)
    return { channel, answer: await answer }
  }

  return {
    begin,
    open,
    /** Asks for something that is done with its answer. */
    async call(request: AgentRequest): Promise<Record<string, unknown>> {
      const { channel, answer } = await open(request, {})
      channels.delete(channel.id)
      return answer
    },
    /**
     * Takes connections that programs of the box make to a port of its loopback, or another when that is taken: gives which.
     * The handler must call `join` at once with what to do with the bytes.
     */
    async listen(port: number, handler: Acceptor): Promise<number> {
      const { channel, answer } = begin({ op: 'listen', port }, {})
      acceptors.set(channel.id, handler)
      return Number((await answer).port)
    },
    /** How often the agent ended programs because the box had too much in memory; heard before their end is. */
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
