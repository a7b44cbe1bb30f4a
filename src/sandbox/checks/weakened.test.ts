import { describe, expect, it } from 'vitest'
import { sandboxChecks } from '../checks.ts'
import { weakJail } from './weak-jail.fixture.ts'
import { checkOf, expectNoticed, weakened } from './weakened.fixture.ts'

/** Two of each group of attacks; `weakened.full.test.ts` takes away all walls. */
const SAMPLE = [
  'the-host-is-not-read-through-a-link',
  'a-tree-tells-what-changed-since',
  'the-output-limit-is-exact-and-named',
  'the-memory-limit-holds-and-is-named',
  'servers-of-the-host-cannot-be-reached-by-tcp',
  'a-listed-server-is-reached-and-no-other',
  'programs-are-not-root',
  'system-calls-are-filtered',
  'the-agent-cannot-be-read',
  'the-wire-of-the-agent-shows-in-no-process',
  'files-of-one-sandbox-are-in-no-other',
  'processes-of-the-host-are-not-visible',
]

describe('a wall that was taken away is noticed', () => {
  it.each(Object.entries(weakened).filter(([id]) => SAMPLE.includes(id)))('%s', expectNoticed)

  it('for every existing attack', () => {
    const attacks = sandboxChecks.filter(
      ({ id, group }) => group !== 'behaviour' && (group !== 'files' || /host|^a-tree/.test(id)),
    )
    expect(Object.keys(weakened).sort()).toEqual(attacks.map(({ id }) => id).sort())
    expect(Object.keys(weakened)).toEqual(expect.arrayContaining(SAMPLE))
  })

  it('while a jail with all of its walls holds', async () => {
    await checkOf('the-host-is-not-read-through-a-link')?.run(weakJail([]))
  })
})
