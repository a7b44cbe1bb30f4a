import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { LiveMachine } from '../../../../engine.ts'
import type { MachineUser } from '../machine-user.ts'
import type { ServerStream } from './server-stream.ts'

/** The caller of a procedure, and the machine. */
export interface Call {
  machine: LiveMachine
  headers: IncomingHttpHeaders
  /** The requested user; throws when the machine has none of that name. */
  user(): Promise<MachineUser>
  /** The time that the caller waits; undefined for ever. */
  timeoutMs: number | undefined
}

type Unary<T> = (message: T, call: Call) => Promise<object>
/** Ends the stream by returning; a thrown error is sent at the end of the stream. */
type ToClient<T> = (message: T, call: Call, stream: ServerStream) => Promise<void>
type FromClient<T> = (messages: AsyncIterable<T>, call: Call) => Promise<object>

interface Shape {
  schema: z.ZodType
}

/** One procedure of a service, as data: its message and its handler. */
export type Procedure =
  | (Shape & { kind: 'unary'; answer: Unary<unknown> })
  | (Shape & { kind: 'to-client'; answer: ToClient<unknown>; keepalive: object })
  | (Shape & { kind: 'from-client'; answer: FromClient<unknown> })

export function unary<S extends z.ZodType>(schema: S, answer: Unary<z.output<S>>): Procedure {
  return { kind: 'unary', schema, answer: answer as Unary<unknown> }
}

/** `keepalive` is sent after a while without other messages. */
export function toClient<S extends z.ZodType>(
  options: { schema: S; keepalive: object },
  answer: ToClient<z.output<S>>,
): Procedure {
  return { kind: 'to-client', ...options, answer: answer as ToClient<unknown> }
}

export function fromClient<S extends z.ZodType>(schema: S, answer: FromClient<z.output<S>>): Procedure {
  return { kind: 'from-client', schema, answer: answer as FromClient<unknown> }
}
