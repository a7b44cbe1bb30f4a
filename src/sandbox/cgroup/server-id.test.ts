import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupName, isOfDeadServer, ownServerId, parseStat } from './server-id.ts'

const namespace = /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0]

describe('the name of a group', () => {
  it('shows that a living server lives', async () => {
    expect(await ownServerId()).toBe(await ownServerId())
    expect(await isOfDeadServer(groupName(await ownServerId(), 'box1'))).toBe(false)
  })

  it('shows that the process number of a dead server was reused', async () => {
    const [pid, startTicks] = (await ownServerId()).split('.')
    expect(await isOfDeadServer(`${pid}.${Number(startTicks) - 1}.${namespace}-box1`)).toBe(true)
  })

  it('shows that a server has ended', async () => {
    const child = spawn('/bin/true')
    await once(child, 'exit')
    expect(await isOfDeadServer(`${child.pid}.12345.${namespace}-box1`)).toBe(true)
  })

  it('shows nothing of servers in another pid namespace, nor of foreign names', async () => {
    for (const name of ['999999999.1.1-box1', '999999999-box1', 'tasks', `999999999.1.${namespace}`, '-box1', '']) {
      expect([name, await isOfDeadServer(name)]).toEqual([name, false])
    }
  })

  it('cannot lead out of its place', () => {
    for (const sandboxId of ['', '.', '..', 'a/b', 'a\nb', '../x', 'a.b']) {
      expect(() => groupName('1.2.3', sandboxId)).toThrow(/cannot name/)
    }
  })
})

describe('the state of a process', () => {
  it('is read right whatever the program calls itself', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('R', 'S', 'Z'), fc.nat(), (name, state, ticks) => {
        const between = Array.from({ length: 18 }, (_, index) => index)
        const text = `17 (${name}) ${state} ${between.join(' ')} ${ticks} 0 0\n`
        expect(parseStat(text)).toEqual({ state, startTicks: String(ticks) })
      }),
    )
  })
})
