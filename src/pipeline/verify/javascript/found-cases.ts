import { z } from 'zod'

const outcome = z.object({
  kind: z.enum(['returned', 'threw', 'made', 'slow', 'missing']),
  how: z.enum(['plain', 'promise', 'iterator', 'asyncIterator']).optional(),
  isDeep: z.boolean().optional(),
  /** An expression that makes an equal value. */
  text: z.string().optional(),
  /** A description of the value, when no expression makes an equal one. */
  opaque: z.string().optional(),
  /** The number of elements taken from an iterator that has more. */
  taken: z.int().optional(),
  isError: z.boolean().optional(),
  name: z.string().optional(),
  message: z.string().optional(),
  /** Whether the message comes from the engine, not from the program. */
  isNative: z.boolean().optional(),
  printed: z.array(z.string()).optional(),
  /** Arguments after the call; null for an unchanged one. */
  after: z.array(z.string().nullable()).optional(),
})
export type Outcome = z.infer<typeof outcome>

const step = z.object({ member: z.string(), args: z.array(z.string()).optional(), isRead: z.boolean().optional() })
const scene = z.object({ args: z.array(z.string()), steps: z.array(step).optional() })
export type Scene = z.infer<typeof scene>

const property = z.object({
  kind: z.enum(['idempotent', 'symmetric', 'inverse', 'sorted', 'length', 'pure']),
  target: z.int(),
  /** The function that undoes this one. */
  other: z.int().optional(),
  rows: z.array(z.array(z.string())),
})
export type Property = z.infer<typeof property>

/** How the steps of a function grow with the size of its first argument: as the size to the power of `power`. */
const growth = z.object({ target: z.int(), power: z.int().min(1).max(3), input: z.string() })
export type Growth = z.infer<typeof growth>

/** The results from the sandbox. They are claims of a process that has run the program, so they are validated. */
export const foundCases = z.object({
  cases: z.array(
    z.object({
      target: z.int(),
      scene,
      outcomes: z.array(outcome),
      asked: z.int().optional(),
      agrees: z.boolean().optional(),
    }),
  ),
  flaky: z.array(z.object({ target: z.int(), scene, asked: z.int().optional() })),
  properties: z.array(property),
  growths: z.array(growth).optional(),
  tried: z.record(z.string(), z.int()).optional(),
  main: z.object({ stdout: z.string(), isSteady: z.boolean() }).optional(),
  failed: z.string().optional(),
})
export type FoundCases = z.infer<typeof foundCases>
export type FoundCase = FoundCases['cases'][number]
