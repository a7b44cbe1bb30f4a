import { z } from 'zod'

/** Kinds of subjects. Some of them have no events yet; the contract reserves their names. */
export const subjectKind = z.enum([
  'run',
  'session',
  'machine',
  'volume',
  'template',
  'key',
  'setting',
  'plan',
  'action',
  'task',
  'approval',
  'chat',
  'page',
  'agent',
  'playbook',
])
export type SubjectKind = z.infer<typeof subjectKind>

/** `KIND:ID`, the name of a stream. */
export type Subject = `${SubjectKind}:${string}`

export const subject = z
  .templateLiteral([subjectKind, ':', z.string().min(1).max(300)])
  .describe('KIND:ID, what the event is about; the events of one subject are a stream')

/** Added when an event is stored; drafts have no envelope. */
export const envelope = {
  id: z.string().describe('Stream and seq joined: unique over all events'),
  subject,
  userId: z.string().describe('The owner of the subject'),
  runId: z.string().nullable().describe('The run it belongs to or comes from'),
  sessionId: z.string().nullable(),
  seq: z.int().describe('1, 2, 3 … within the stream; the id of the server-sent event'),
  at: z.number().describe('Milliseconds since 1970'),
  cause: z
    .string()
    .nullable()
    .describe('The event that led to this one; of an act for admins, their key:ID or user:NAME'),
}

/** Events of a run always name it. */
const runEnvelope = { ...envelope, runId: z.string() }

export const eventOf = <T extends string, D extends z.ZodRawShape>(type: T, data: D) =>
  z.object({ type: z.literal(type), ...envelope, ...data })

export const runEventOf = <T extends string, D extends z.ZodRawShape>(type: T, data: D) =>
  z.object({ type: z.literal(type), ...runEnvelope, ...data })

/** The id of a run's event begins with the id of the run, without its kind. */
export const eventId = (of: Subject, seq: number): string => `${of.startsWith('run:') ? of.slice(4) : of}.${seq}`
