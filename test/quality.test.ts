import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RunEvent } from '../src/contract/event.ts'
import type { GuardReport } from '../src/contract/guard.ts'
import { runCode } from './support/each-route.ts'
import { withEngine } from './support/engine.ts'
import { inOneEngine } from './support/one-engine.ts'
import { withHome } from './support/temporary-home.ts'

const inEngine = inOneEngine()

const BOMB = ':(){ :|:& };:\n'
const shell = (code: string, options: object = {}) => ({ code, language: 'bash', options })

test('a plainly hostile program ends as blocked, with the rule, and nothing of it is executed', async () => {
  await inEngine(async (tools) => {
    const run = await runCode(tools, shell(`echo begun\n${BOMB}`))
    expect(run).toMatchObject({ outcome: 'blocked', error: { code: 'CODE_BLOCKED' } })
    expect(run.error?.message).toMatch(/^Line 2 breaks rule bash\//)
    expect(run.blocks[0]).toMatchObject({ outcome: 'blocked', attempts: [], guard: { safe: false } })
    expect(run.blocks[0]?.findings[0]).toMatchObject({ severity: 'critical', action: 'block', line: 2 })
  })
})

test('policies of server, user and call decide, the nearest to the call first', async () => {
  const risky = shell('chmod 777 /tmp\necho ran\n')
  await withEngine({ env: { ANNEAL_GUARD_BLOCK: 'critical,medium' } }, async (tools) => {
    const outcomeOf = async (options: object) => (await runCode(tools, { ...risky, options })).outcome
    expect(await outcomeOf({})).toBe('blocked')
    expect(await outcomeOf({ guard: { severities: { medium: 'warn' } } })).toBe('ok')
    expect(await outcomeOf({ securityCheck: false })).toBe('ok')
    await tools.call('/v1/guard/policy', { method: 'PUT', body: { severities: { medium: 'warn' } } })
    expect(await outcomeOf({})).toBe('ok')
    expect(await outcomeOf({ guard: { severities: { medium: 'block' } } })).toBe('blocked')
  })
})

test('no call and no user loosens the server’s policy where policies may only be tightened', async () => {
  const env = { ANNEAL_GUARD_BLOCK: 'critical,medium', ANNEAL_GUARD_TIGHTEN: 'true' }
  await withEngine({ env }, async (tools) => {
    const loose = { guard: { severities: { medium: 'allow' } } }
    expect((await runCode(tools, shell('chmod 777 /tmp\n', loose))).outcome).toBe('blocked')
    const answer = await tools.call('/v1/runs', { body: shell('echo 1', { securityCheck: false }) })
    expect(answer.status).toBe(403)
  })
})

test('the policy of one user does not apply to another', async () => {
  await inEngine(async (tools) => {
    await tools.call('/v1/guard/policy', { method: 'PUT', body: { severities: { critical: 'allow' } } })
    const report = async (key?: string) => {
      const answer = await tools.call('/v1/guard', { body: { code: BOMB, language: 'bash' }, ...(key && { key }) })
      return (await answer.json()) as GuardReport
    }
    expect((await report()).safe).toBe(true)
    expect((await report(tools.keys.ben)).safe).toBe(false)
    await tools.call('/v1/guard/policy', { method: 'DELETE' })
    expect((await report()).safe).toBe(false)
  })
})

test('an analysis comes with every run unless it is switched off, and is cached', async () => {
  await inEngine(async (tools) => {
    const program = { code: 'def f(a):\n    if a:\n        return 1\n    return 2\nprint(f(1))\n', language: 'python' }
    const first = await runCode(tools, program)
    expect(first.blocks[0]?.analysis?.functions).toMatchObject([{ name: 'f', cyclomatic: 2 }])
    expect((await runCode(tools, program)).blocks[0]?.analysis).toEqual(first.blocks[0]?.analysis)
    const without = await runCode(tools, { ...program, options: { analysis: false } })
    expect(without.blocks[0]?.analysis).toBeUndefined()
    const { text } = await tools.engine.metrics.expose()
    const hits = Number(/anneal_inspection_cache_total\{result="memory"\} (\d+)/.exec(text)?.[1])
    expect(hits).toBeGreaterThanOrEqual(2)
  })
})

test('resources of a program are measured on request, and compared with its earlier runs', async () => {
  await inEngine(async (tools) => {
    const program = {
      code: 'x = sum(i * i for i in range(300_000))\nb = bytearray(40_000_000)\nprint(x)\n',
      language: 'python',
      options: { performance: true },
    }
    const first = (await runCode(tools, program)).blocks[0]?.performance
    expect(first?.wallMs).toBeGreaterThan(0)
    expect(first?.cpuMs).toBeGreaterThan(0)
    expect(first?.earlier).toBeUndefined()
    const second = (await runCode(tools, program)).blocks[0]?.performance
    expect(second?.earlier).toMatchObject({ runs: 1, wallMs: first?.wallMs })
    const other = (await runCode(tools, { ...program, input: 'x' })).blocks[0]?.performance
    expect(other?.earlier).toBeUndefined()
  })
})

test('a guard that cannot read a program says so, and the server goes on', async () => {
  await inEngine(async (tools) => {
    const hostile = `x = ${'{'.repeat(200_000)}`
    const answer = await tools.call('/v1/guard', { body: { code: hostile, language: 'javascript' } })
    const report = (await answer.json()) as GuardReport
    expect(report.partial).toBe(true)
    const next = await tools.call('/v1/guard', { body: { code: 'eval(input())', language: 'python' } })
    expect(((await next.json()) as GuardReport).findings.length).toBeGreaterThan(0)
  })
})

test('every inspection is an event of its stage', async () => {
  await inEngine(async (tools) => {
    const { result, events } = await tools.engine.run(
      { code: 'print(1)', language: 'python', options: { performance: true } },
      { userId: 'ada' },
    )
    await result
    const told: RunEvent['type'][] = []
    for await (const event of events()) told.push(event.type)
    for (const type of ['code.guarded', 'code.analyzed', 'code.measured'] as const) expect(told).toContain(type)
    expect(told.indexOf('code.guarded')).toBeLessThan(told.indexOf('attempt.start'))
  })
})

test('custom rules count beside the built-in ones, and bad ones keep the engine from starting', async () => {
  await withHome(async (home) => {
    const file = join(home, 'house.yml')
    const rule = 'id: no-print\nlanguage: Python\nseverity: error\nmessage: no $X here\nrule: { pattern: print($X) }\n'
    await writeFile(file, rule)
    await withEngine({ env: { ANNEAL_GUARD_RULES: file } }, async (tools) => {
      const answer = await tools.call('/v1/guard', { body: { code: 'x = 1\nprint(x)\n', language: 'python' } })
      const { findings } = (await answer.json()) as GuardReport
      expect(findings).toMatchObject([{ rule: 'custom/no-print', line: 2, message: 'no x here', from: 'custom' }])
    })
    await writeFile(file, rule.replace('pattern', 'patern'))
    const refused = withEngine({ env: { ANNEAL_GUARD_RULES: file } }, async () => {})
    await expect(refused).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
  })
})

test('a successful run is tested on request, and one in another language says why it is not', async () => {
  await inEngine(async (tools) => {
    const code = 'def twice(n: int) -> int:\n    return n * 2\n\nprint(twice(4))\n'
    const tested = await runCode(tools, { code, language: 'python', options: { tests: { kinds: ['unit', 'edge'] } } })
    const { tests } = tested.blocks[0] ?? {}
    expect(tests?.cases.length).toBeGreaterThan(0)
    expect(tests?.cases.every(({ passed }) => passed)).toBe(true)
    expect(tests?.file.content).toContain('twice')
    const failed = await runCode(tools, { code: 'raise KeyError(1)', language: 'python', options: { tests: true } })
    expect(failed.blocks[0]?.tests).toBeUndefined()
    const other = await runCode(tools, shell('echo 1', { tests: true }))
    expect(other.blocks[0]?.tests?.skipped[0]?.reason).toContain('this is bash')
  })
})
