import { z } from 'zod'
import { atMost } from '../../../../contract/at-most.ts'
import { mapOf } from '../../map-of.ts'

/** In the JSON of protocol buffers a number may also be a string, and a default value may be absent. */
const uint32 = z.coerce.number().int().min(0).max(4_294_967_295)
const bytes = z.string().transform((text) => Buffer.from(text, 'base64'))

export const selector = z.union(
  [z.object({ pid: uint32 }), z.object({ tag: z.string() })],
  'name the process by "pid" or "tag"',
)
export type Selector = z.output<typeof selector>

/** A terminal's dimensions are 16 bits wide. */
const length = z.coerce.number().int().min(0).max(65_535).default(0)
const size = z.object({ cols: length, rows: length })
const pty = z.object({ size: size.optional() })

export const config = z.object({
  cmd: z.string().min(1),
  args: atMost(10_000, z.array(z.string())).default([]),
  envs: mapOf({ name: z.string(), value: z.string(), mostEntries: 1000 }).default({}),
  cwd: z.string().optional(),
})
export type ProcessConfig = z.output<typeof config>

export const startMessage = z.object({
  process: config,
  pty: pty.optional(),
  tag: z.string().optional(),
  stdin: z.boolean().default(true),
})
export type StartMessage = z.output<typeof startMessage>

export const selection = z.object({ process: selector })
export const updateMessage = z.object({ process: selector, pty: pty.optional() })
export const signalMessage = z.object({
  process: selector,
  signal: z.union([z.string(), z.number()]).default('SIGNAL_UNSPECIFIED'),
})

const input = z.object({ stdin: bytes.optional(), pty: bytes.optional() })
export type Input = z.output<typeof input>
export const inputMessage = z.object({ process: selector, input })

export const inputStreamMessage = z.object({
  start: selection.optional(),
  data: z.object({ input }).optional(),
  keepalive: z.object({}).optional(),
})
