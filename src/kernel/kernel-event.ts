import { z } from 'zod'
import type { JsonExcess } from '../contract/json-meter.ts'
import { parseInTurns } from '../sandbox/parse-in-turns.ts'

/** Values by MIME type: text as text, images as base64, JSON types as values. */
const mimeBundle = z.record(z.string(), z.unknown())
export type MimeBundle = z.infer<typeof mimeBundle>

const event = <T extends string, D extends z.ZodRawShape>(type: T, data: D) =>
  z.object({ id: z.number(), type: z.literal(type), ...data })

const executionStatus = z.enum(['ok', 'error', 'interrupted'])
export type ExecutionStatus = z.infer<typeof executionStatus>

const losses = z.array(z.object({ name: z.string(), why: z.string() })).default([])

/** A message of a kernel, one JSON document per line; `id` is the request it belongs to, 0 before the first one. */
const kernelMessage = z.discriminatedUnion('type', [
  event('ready', { language: z.string(), version: z.string() }),
  event('stdout', { text: z.string() }),
  event('stderr', { text: z.string() }),
  event('display', { data: mimeBundle, metadata: mimeBundle.default({}) }),
  event('result', { data: mimeBundle, metadata: mimeBundle.default({}) }),
  event('error', {
    name: z.string(),
    value: z.string(),
    traceback: z.array(z.string()).default([]),
    line: z.number().optional(),
    column: z.number().optional(),
  }),
  event('value', { data: mimeBundle, json: z.unknown().optional() }),
  event('variables', {
    variables: z.array(z.object({ name: z.string(), type: z.string(), summary: z.string() })),
  }),
  event('names', { names: z.array(z.string()) }),
  event('state', { base64: z.string() }),
  event('saved', { lost: losses, versions: z.record(z.string(), z.string()).default({}) }),
  event('loaded', { lost: losses }),
  event('mark', { mark: z.string().optional(), unsafe: z.string().optional() }),
  event('digests', {
    variables: z.array(z.object({ name: z.string(), type: z.string(), summary: z.string(), digest: z.string() })),
  }),
  /** The interpreter has ended, and copies of it remain as marks. */
  event('died', {
    exitCode: z.number().nullable(),
    signal: z.string().nullable(),
    lastWords: z.string().default(''),
  }),
  /** `exitCode` is set where the code has asked to exit, or its language gives every cell a status. */
  event('done', { status: executionStatus, executionCount: z.number(), exitCode: z.int().optional() }),
])
export type KernelMessage = z.infer<typeof kernelMessage>

type Told<T extends KernelMessage['type']> = Omit<Extract<KernelMessage, { type: T }>, 'id'>

/** Events of a running execution, in order; `done` is last, exactly once. */
export type KernelEvent =
  | Told<'stdout'>
  | Told<'stderr'>
  | Told<'display'>
  | Told<'result'>
  | Told<'error'>
  | Told<'done'>

export type KernelError = Omit<Told<'error'>, 'type'>
export type KernelVariable = Told<'variables'>['variables'][number]

/** Read, parsed and checked in a few milliseconds. */
const ONE_TURN_BYTES = 65_536

/**
 * Parses a line, a long one in several turns; undefined for one that no kernel of ours wrote: user code may have found the descriptor.
 */
export function parseKernelMessage(line: Buffer): Parsed | Promise<Parsed> {
  if (line.length > ONE_TURN_BYTES) return parseLong(line)
  try {
    return kernelMessage.safeParse(JSON.parse(line.toString())).data
  } catch {
    return undefined
  }
}

type Parsed = KernelMessage | JsonExcess | undefined

async function parseLong(line: Buffer): Promise<Parsed> {
  const parsed = await parseInTurns(line)
  if (!parsed) return undefined
  return 'excess' in parsed ? parsed.excess : kernelMessage.safeParse(parsed.value).data
}
