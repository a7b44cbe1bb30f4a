import { z } from 'zod'

/** The reason why a program ended. The first reason wins: a program killed for its output is `output`, not `killed`. */
export const endedBy = z.enum([
  'exit',
  'timeout',
  'memory',
  'cpu',
  'output',
  'processes',
  'disk',
  'cancelled',
  'killed',
])
export type EndedBy = z.infer<typeof endedBy>

const count = (help: string) => z.int().positive().describe(help)

/** Every limit of one execution, as a caller may ask for it; the server's ceilings bound what is granted. */
export const limitsRequest = z.strictObject({
  timeoutMs: count('Longest one execution may take').optional(),
  memoryMb: count('Memory of the program with all its processes and files').optional(),
  cpuPercent: z
    .number()
    .positive()
    .describe('Share of one core, in percent: the program is slowed to it, never ended for it')
    .optional(),
  processes: count('Processes and threads at once').optional(),
  outputBytes: count('Most bytes the program may print, both streams together').optional(),
  diskMb: count('Size of the workspace').optional(),
})

/** The limits in force in one sandbox: each of them is enforced. */
export interface Limits {
  timeoutMs: number
  memoryMb: number
  /** Percent of one core: 50 is half a core, 200 is two cores. */
  cpuPercent: number
  processes: number
  openFiles: number
  outputBytes: number
  diskMb: number
}
