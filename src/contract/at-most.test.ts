import { expect, it } from 'vitest'
import { z } from 'zod'
import { atMost } from './at-most.ts'
import { commandRequest } from './command.ts'
import { guardPolicy } from './guard.ts'
import { runRequest } from './run.ts'
import { sandboxRequest } from './sandbox.ts'
import { sessionRequest } from './session.ts'

/** As many names as a body may have. */
const crowd = Object.fromEntries(Array.from({ length: 32_768 }, (_, at) => [`wrong-${at}`, at]))
const row = Array.from({ length: 400_000 }, () => null)

it('a list or map with valid entries is accepted unchanged', () => {
  expect(atMost(2, z.record(z.string(), z.int())).parse({ a: 1 })).toEqual({ a: 1 })
  expect(atMost(2, z.array(z.int())).safeParse([1, 'x']).error?.issues).toMatchObject([{ path: [1] }])
})

const hostile: Record<string, [z.ZodType, unknown]> = {
  'env of a session': [sessionRequest, { env: crowd }],
  'metadata of a session': [sessionRequest, { metadata: crowd }],
  'volumes of a session': [sessionRequest, { volumes: row }],
  'hosts of a session': [sessionRequest, { network: { allow: row } }],
  'env of a sandbox': [sandboxRequest, { env: crowd }],
  'metadata of a sandbox': [sandboxRequest, { metadata: crowd }],
  'files of a run': [runRequest, { code: 'x', files: crowd }],
  'programs of a run': [runRequest, { programs: row }],
  'arguments of a run': [runRequest, { code: 'x', args: row }],
  'tests of a run': [runRequest, { code: 'x', tests: row }],
  'kinds of tests': [runRequest, { code: 'x', options: { tests: { kinds: row } } }],
  'functions to test': [runRequest, { code: 'x', options: { tests: { functions: row } } }],
  'files of tests': [runRequest, { code: 'x', options: { tests: { files: crowd } } }],
  'rules of a policy': [guardPolicy, { rules: crowd }],
  'families of a policy': [guardPolicy, { families: crowd }],
  'severities of a policy': [guardPolicy, { severities: crowd }],
  'files of a command': [commandRequest, { command: 'ls', files: crowd }],
}
for (const [what, [schema, body]] of Object.entries(hostile)) {
  it(`tens of thousands of wrong ${what} are refused for their number, in a moment`, () => {
    const { error } = schema.safeParse(body)
    expect(error?.issues.length).toBeLessThan(10)
    expect(JSON.stringify(error?.issues)).toMatch(/has \d+ entries/)
    expect(leastMs(() => schema.safeParse(body))).toBeLessThan(50)
  })
}

it('every list and map of a request is counted before it is validated', () => {
  for (const schema of [sessionRequest, sandboxRequest, runRequest, guardPolicy, commandRequest]) {
    expect(uncounted(schema)).toEqual([])
  }
  expect(uncounted(z.object({ a: z.array(z.string()) }))).toEqual(['a'])
})

interface Def {
  type: string
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  shape?: Record<string, z.ZodType>
  options?: z.ZodType[]
  element?: z.ZodType
  valueType?: z.ZodType
}

/** The paths of lists and maps in a schema that no count bounds. */
function uncounted(schema: z.ZodType, path: string[] = [], isCounted = false): string[] {
  const def = schema._zod.def as unknown as Def
  const inside = [def.innerType, def.element, def.valueType, ...(def.options ?? [])].filter((one) => one !== undefined)
  const isMany = def.type === 'array' || def.type === 'record'
  const keepsCount = isCounted && def.type === 'pipe'
  return [
    ...(isMany && !isCounted ? [path.join('.')] : []),
    ...(def.out ? uncounted(def.out, path, keepsCount || def.in?._zod.def.type === 'transform') : []),
    ...inside.flatMap((one) => uncounted(one, path)),
    ...Object.entries(def.shape ?? {}).flatMap(([name, one]) => uncounted(one, [...path, name])),
  ]
}

/** The least processor time of three tries: the rubbish of other tests, collected meanwhile, is hardly in all of them. */
function leastMs(work: () => void): number {
  const tries = [1, 2, 3].map(() => {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...tries)
}
