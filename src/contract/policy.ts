import { z } from 'zod'

const limit = z.object({
  usual: z.number().describe('In force unless a call says otherwise'),
  most: z.number().describe('Most that a call may ask for'),
})

/** The rules in force for programs and commands on this server, for callers who have to explain them to a model. */
export const serverPolicy = z
  .object({
    limits: z.object({
      timeoutMs: limit,
      memoryMb: limit,
      cpuPercent: limit,
      processes: limit,
      outputBytes: limit,
      diskMb: limit,
    }),
    network: z
      .array(z.string())
      .describe('Hosts that a call may ask to reach: names, *.name, * for every public one; empty is none'),
    commands: z.object({
      allow: z.array(z.string()).nullable().describe('Programs that commands may run; null is every one'),
      timeoutMs: z.number(),
      outputBytes: z.number(),
    }),
    retentionDays: z.number().describe('How long runs are kept; 0 is without end'),
  })
  .meta({ id: 'Policy' })
export type ServerPolicy = z.infer<typeof serverPolicy>
