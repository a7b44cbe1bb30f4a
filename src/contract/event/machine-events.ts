import { z } from 'zod'
import { eventOf } from './envelope.ts'

const endAtMs = z.number().describe('When its time is over')
const hasMemory = z.boolean().describe('Whether its processes are still there')

/** The life of a machine. */
export const machineEvents = [
  eventOf('machine.created', {
    templateId: z.string(),
    alias: z.string().nullable().describe('The name it was asked for by'),
    copyOf: z.string().nullable().describe('The machine whose files it began with'),
    startedAtMs: z.number(),
    endAtMs,
    onTimeout: z.enum(['kill', 'pause']),
    cpuCount: z.number(),
    memoryMb: z.number(),
    diskMb: z.number(),
    metadata: z.record(z.string(), z.string()),
  }),
  eventOf('machine.changed', { endAtMs, hasMemory }),
  eventOf('machine.paused', { endAtMs, hasMemory }),
  eventOf('machine.resumed', {
    endAtMs,
    fromFiles: z.boolean().optional().describe('Whether it was booted from its files, without its processes'),
  }),
  eventOf('machine.warned', { message: z.string().describe('The failure, such as a file that a volume refused') }),
  eventOf('machine.copied', { machineId: z.string().describe('The copy') }),
  eventOf('machine.saved', { templateId: z.string(), buildId: z.string().describe('The snapshot of it') }),
  eventOf('machine.ended', {
    reason: z
      .enum(['asked', 'timeout', 'lost', 'stopped', 'abandoned'])
      .describe('lost: it ended by itself; stopped: its server did; abandoned: its server died'),
  }),
] as const
