import fc from 'fast-check'
import { expect, it } from 'vitest'
import { volumeOf } from '../../store/content/sample-state.ts'
import { type Action, createHistory, type Held, isAnswer } from './history.fixture.ts'
import { startProcess } from './mortal-process.fixture.ts'
import { type KeptStates, openStates, treeOf } from './states.fixture.ts'

const HOUR_MS = 3_600_000
const weights: [Action['what'], number][] = [
  ...([
    ['session', 1],
    ['save', 6],
    ['checkpoint', 3],
    ['branch', 2],
    ['restore', 2],
  ] as const),
  ...([
    ['volume', 3],
    ['leave', 1],
    ['delete', 2],
    ['sweep', 1],
  ] as const),
].map(([what, weight]) => [what, weight])
const action: fc.Arbitrary<Action> = fc.record({
  what: fc.constantFrom(...weights.flatMap(([what, weight]) => Array.from({ length: weight }, () => what))),
  pick: fc.nat(20),
  seed: fc.nat(99),
})
/** A few steps at the same time, with a possible kill among their outside calls. */
const round = fc.record({
  together: fc.array(action, { minLength: 1, maxLength: 4 }),
  kill: fc.option(fc.record({ afterCalls: fc.integer({ min: 1, max: 14 }), withEffect: fc.boolean() }), { freq: 3 }),
})

it('garbage collection removes exactly the content that nothing needs, whichever process is killed when', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 5, maxLength: 25 }), async (rounds) => {
      const kept = await openStates()
      try {
        await live(kept, rounds)
      } finally {
        await kept.close()
      }
    }),
    { numRuns: 12, endOnFailure: true },
  )
})

async function live(kept: KeptStates, rounds: { together: Action[]; kill: Kill | null }[]) {
  let now = 1e12
  // Small blobs: states lie in several, and content moves between them all the time.
  const options = { blobBytes: 1_000, clock: () => now }
  const history = createHistory()
  await kept.store.volumes.create(volumeOf({ id: 'vol', name: 'vol', userId: 'usr' }), 9)
  history.acknowledged.set('vol', null)
  let process = startProcess(kept, options)
  for (const _ of '12') await history.act(process, { what: 'session', pick: 0, seed: 0 })
  for (const { together, kill } of rounds) {
    now += HOUR_MS / 6
    if (kill) process.dieAfter(kill.afterCalls, kill.withEffect)
    const ends = await Promise.allSettled(together.map((one) => history.act(process, one)))
    for (const end of ends) if (end.status === 'rejected' && !isAnswer(end.reason)) throw end.reason
    if (kill) process = startProcess(kept, options)
    await expectAllThere(kept, history)
  }
  now += 2 * HOUR_MS
  await process.states.sweep()
  await expectAllThere(kept, history)
  await expectNothingElse(kept, history)
}

interface Kill {
  afterCalls: number
  withEffect: boolean
}
type History = ReturnType<typeof createHistory>

/** Acknowledged states are there; a state that was being saved at the kill is there whole, or not at all. */
async function expectAllThere(kept: KeptStates, { acknowledged, asked, trees }: History) {
  const fresh = kept.again()
  for (const key of new Set([...acknowledged.keys(), ...asked.keys()])) {
    const found = await stateOf(kept, key)
    const before = acknowledged.get(key) ?? (acknowledged.has(key) ? null : 'gone')
    expect([before, asked.has(key) ? asked.get(key) : before]).toContain(found)
    acknowledged.set(key, found)
    if (found === 'gone' || found === null) continue
    expect(await treeOf(fresh, await fresh.read(found))).toEqual(trees.get(found))
  }
  asked.clear()
}

async function stateOf({ store }: KeptStates, key: string): Promise<Held> {
  if (key.startsWith('chk')) return (await store.checkpoints.get(key))?.stateId ?? 'gone'
  const row = key === 'vol' ? await store.volumes.get('usr', 'vol') : await store.sessions.get(key)
  return row ? row.stateId : 'gone'
}

async function expectNothingElse(kept: KeptStates, { acknowledged }: History) {
  const needed = new Set<string>()
  for (const held of acknowledged.values()) {
    if (held !== null && held !== 'gone') for (const hash of (await kept.states.read(held)).row.blobs) needed.add(hash)
  }
  const found = new Set<string>()
  for await (const hash of kept.blobs.list()) found.add(hash)
  expect(found).toEqual(needed)
}
