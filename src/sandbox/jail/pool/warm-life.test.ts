import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, describe, expect, it } from 'vitest'
import { javascript } from '../../../language/javascript/javascript.ts'
import { SUPPORT } from '../../../language/language.ts'
import { withSupport } from '../../../pipeline/execute/lay-down.ts'
import { CHECK_LIMITS } from '../../checks/in-sandbox.ts'
import type { OutputChunk } from '../../sandbox.ts'
import { createJail } from '../jail.ts'
import { showsNothingOfAnother } from './tenants-apart.fixture.ts'
import { jailParts, printed, takeWaiting, warmJail } from './warm.fixture.ts'

const troubles: string[] = []
const jail = await warmJail({ onTrouble: (error) => troubles.push(String(error)) })
afterAll(() => jail.close?.())

/** Every process below this one, by the host's pids. */
function descendantsOf(root: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = statOf(Number(name))
    if (stat && stat.state !== 'Z') parents.set(Number(name), stat.parent)
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid)
    return parent !== undefined && (parent === root || (parent > 1 && isBelow(parent)))
  }
  return [...parents.keys()].filter(isBelow)
}

function statOf(pid: number): { state: string; parent: number; born: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state = '', parent, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state, parent: Number(parent), born: rest[17] ?? '' }
  } catch {
    return undefined
  }
}

const commandOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')

const isZygote = (pid: number) => /^\/usr\/bin\/bwrap .*hatch/s.test(commandOf(statOf(pid)?.parent ?? 1))
const zygotes = () => descendantsOf(process.pid).filter(isZygote)
/** The first process of each forked sandbox. */
const waitingSandboxes = () => descendantsOf(process.pid).filter((pid) => zygotes().includes(statOf(pid)?.parent ?? 0))

describe('pooled sandboxes', () => {
  it('draw different random numbers, though they come from one interpreter', async () => {
    const DRAW = `
import os, random, secrets, tempfile, uuid
print(random.random(), random.Random().random(), uuid.uuid4(), secrets.token_hex(4), tempfile.mkdtemp(), os.urandom(4).hex())`
    const DRAW_ARRAYS = 'import numpy\nprint(numpy.random.rand(), numpy.random.default_rng().random())'
    for (const [kind, code] of [
      ['python', DRAW],
      ['python-data', DRAW_ARRAYS],
    ] as const) {
      const drawn: string[] = []
      for (let n = 0; n < 5; n++) {
        const control = await takeWaiting(jail, { warm: kind })
        drawn.push(...(await printed(control, code)).trim().split(' '))
        await control.destroy()
      }
      expect(new Set(drawn).size, drawn.join(' ')).toBe(drawn.length)
    }
  })

  it('are used once and by one caller', async () => {
    const seen = new Set<string>()
    for (let n = 0; n < 6; n++) {
      const control = await takeWaiting(jail)
      expect(seen).not.toContain(control.sandbox.id)
      seen.add(control.sandbox.id)
      expect(await printed(control, 'import os\nprint(os.listdir("/workspace"), os.listdir("/tmp"))')).toBe(
        "['main.py'] []\n",
      )
      await control.destroy()
    }
  })

  it('show nothing of one tenant to another, in ten rounds of looking for it', () => showsNothingOfAnother(jail, 10))

  it('are not handed out dead', async () => {
    const control = await takeWaiting(jail)
    await expect.poll(() => waitingSandboxes().length).toBeGreaterThan(1)
    const doomed = waitingSandboxes()
    for (const pid of doomed) process.kill(pid, 'SIGKILL')
    // Waits without a pause, in which this server would hear of it.
    while (doomed.some((pid) => !['Z', undefined].includes(statOf(pid)?.state)));
    const next = await jail.create({ limits: CHECK_LIMITS, warm: 'python' }, new AbortController().signal)
    expect(await printed(next, 'print(1)')).toBe('1\n')
    await Promise.all([control.destroy(), next.destroy()])
  })

  it('have the files of their language written again once a program may have changed them', async () => {
    const { sandbox, destroy } = await takeWaiting(jail, { warm: 'javascript' })
    const run = async (code: string) => {
      let text = ''
      const files = await withSupport(new Map([[javascript.fileName, Buffer.from(code)]]), javascript)
      const onOutput = ({ bytes }: OutputChunk) => {
        text += Buffer.from(bytes).toString()
      }
      await sandbox.exec(javascript.command, { files, onOutput, reservedMb: javascript.reservedMb })
      return text
    }
    const support = `require('fs').readdirSync('${SUPPORT}').map((name) => '${SUPPORT}/' + name)`
    const lengths = `${support}.map((name) => require('fs').readFileSync(name).length).join()`
    const first = await run(
      `console.log(${lengths}); for (const name of ${support}) require('fs').writeFileSync(name, '')`,
    )
    expect(first).toMatch(/^[1-9]\d+,[1-9]\d+\n$/)
    expect(await run(`console.log(${lengths})`)).toBe(first)
    await destroy()
  })

  it('go on when their zygote is killed; the next is made from nothing, and then they wait again', async () => {
    const control = await takeWaiting(jail)
    const running = printed(control, 'import time\ntime.sleep(1)\nprint("survived")')
    for (const zygote of zygotes()) process.kill(zygote, 'SIGKILL')
    await expect.poll(() => troubles.join()).toContain('a zygote died')
    expect(await running).toBe('survived\n')
    await control.destroy()
    const spec = { limits: { ...CHECK_LIMITS, diskMb: 5 }, warm: 'python' }
    const cold = await jail.create(spec, new AbortController().signal)
    expect(await printed(cold, 'print(1)')).toBe('1\n')
    await cold.destroy()
    const again = await takeWaiting(jail)
    expect(await printed(again, 'print(2)')).toBe('2\n')
    await again.destroy()
  })

  it('leave nothing when their server is killed', async () => {
    const program = new URL('./server.fixture.ts', import.meta.url).pathname
    const server = spawn(process.execPath, ['--no-warnings', program], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(server.stdout, 'data')
    const family = descendantsOf(server.pid ?? 0).map((pid) => ({ pid, born: statOf(pid)?.born }))
    expect(family.length).toBeGreaterThan(8)
    server.kill('SIGKILL')
    await once(server, 'exit')
    const alive = () => family.filter(({ pid, born }) => statOf(pid)?.born === born && statOf(pid)?.state !== 'Z')
    await expect.poll(() => alive().map(({ pid }) => commandOf(pid))).toEqual([])
    const doors = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`anneal-door-${server.pid}.`))
    expect(doors()).not.toEqual([])
    await createJail(await jailParts()).sweep()
    expect(doors()).toEqual([])
  })
})
