import { describe, expect, it } from 'vitest'
import type { Effect, NewHostAnswer } from '../contract/effect.ts'
import { createNewHosts } from './new-hosts.ts'

const NEVER = new AbortController().signal

function newHosts(answer: (effect: Effect) => NewHostAnswer, passed?: Set<string>) {
  const asked: { effect: Effect; mayAsk: boolean }[] = []
  let atOnce = 0
  let most = 0
  const suggest = async (effect: Effect, { mayAsk }: { mayAsk: boolean }) => {
    asked.push({ effect, mayAsk })
    most = Math.max(most, ++atOnce)
    await Promise.resolve()
    atOnce--
    return answer(effect)
  }
  const of = { userId: 'ada', signal: NEVER, ...(passed && { passed }) }
  return { asked, most: () => most, ...createNewHosts({ suggest }, ['*'], { given: { code: '1' }, of }) }
}

describe('a host that the network of a sandbox would refuse', () => {
  it.each(['169.254.169.254', 'metadata.google.internal', 'fd00:ec2::254', '100.100.100.200'])(
    'is never asked about when it gives credentials away: %s',
    async (host) => {
      const { mayReach, asked } = newHosts(() => 'yes')
      expect([await mayReach({ host, port: 80 }), asked]).toEqual(['no', []])
    },
  )

  it('is named with a port that is not usual, and bound to its place', async () => {
    const { mayReach, asked } = newHosts(() => 'asked')
    await mayReach({ host: 'a.example', port: 443 })
    await mayReach({ host: '2606::1', port: 22 })
    expect(asked.map(({ effect }) => effect.names)).toEqual([['a.example'], ['[2606::1]:22']])
    expect(asked[1]?.effect.arguments).toEqual({ host: '2606::1', port: 22, code: '1' })
  })

  it('leaves no question after 20 of one sandbox, one is asked at a time, and a yes still counts', async () => {
    const { mayReach, asked, most } = newHosts(({ names: [name] }) => (name === 'h30.example' ? 'yes' : 'asked'))
    const hosts = Array.from({ length: 31 }, (_, index) => ({ host: `h${index}.example`, port: 80 }))
    const answers = await Promise.all(hosts.map(mayReach))
    expect([most(), asked.filter(({ mayAsk }) => mayAsk).length, answers[30]]).toEqual([1, 20, 'yes'])
  })

  it('that was opened for a run is open for the rest of it, on that port alone', async () => {
    const { mayReach, asked } = newHosts(() => 'yes', new Set())
    for (const port of [80, 80, 443]) await mayReach({ host: 'a.example', port })
    expect(asked.length).toBe(2)
  })
})
