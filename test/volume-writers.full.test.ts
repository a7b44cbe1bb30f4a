import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Shown, withShownVolume } from './support/shown-volumes.ts'

type Files = ReadonlyMap<string, string>
type Step =
  | { do: 'write'; by: 0 | 1; path: string; length: number }
  | { do: 'remove'; by: 0 | 1; path: string }
  | { do: 'take back' | 'refresh' | 'put back'; by: 0 | 1 }
  | { do: 'take back at once' }

/** The rules' view of a volume and its two copies, without any of the machinery. */
interface Model {
  volume: Files
  copies: [Copy, Copy]
}
interface Copy {
  /** The content when it was last taken back or brought in. */
  base: Files
  now: Files
}

const MOST_BYTES = 150
/** Few paths, so that the two writers meet often. */
const PATHS = ['a', 'd/x', 'd/e/z']
const by = fc.constantFrom(0 as const, 1 as const)
const path = fc.constantFrom(...PATHS)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('write' as const), by, path, length: fc.nat(60) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), by, path: fc.constantFrom(...PATHS, 'd') }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('take back' as const, 'refresh', 'put back'), by }) },
  { weight: 2, arbitrary: fc.constant({ do: 'take back at once' as const }) },
)

test('two sandboxes that change a volume leave each version whole, within its quota, and as the rules say', async () => {
  const history = fc.array(step, { minLength: 30, maxLength: 40 })
  await fc.assert(fc.asyncProperty(history, live), { numRuns: 8, endOnFailure: true })
})

async function live(history: Step[]): Promise<void> {
  await withShownVolume({ sandboxes: 2, limits: { maxBytes: MOST_BYTES } }, async (shown, { all, store }) => {
    const { advance } = store.volumes
    store.volumes.advance = (next) => {
      expect(next.bytes).toBeLessThanOrEqual(MOST_BYTES)
      return advance(next)
    }
    const empty = () => ({ base: new Map(), now: new Map() })
    let model: Model = { volume: new Map(), copies: [empty(), empty()] }
    for (const [n, taken] of history.entries()) {
      await act(taken, { shown: shown as [Shown, Shown], text: textOf(taken, n) })
      const found = await filesOf(all())
      // Of two simultaneous writers either may have been the first.
      const possible = expected(taken, model, textOf(taken, n))
      model = possible.find(({ volume }) => isSame(volume, found)) ?? (possible[0] as Model)
      expect(Object.fromEntries(found), `after step ${n}: ${JSON.stringify(taken)}`).toEqual(
        Object.fromEntries(model.volume),
      )
    }
    for (const each of [0, 1] as const)
      expect(await insideOf(shown[each])).toEqual(Object.fromEntries(model.copies[each].now))
  })
}

/** Nobody else writes the same text, so a file that is mixed from two is recognised. */
const textOf = (taken: Step, n: number) =>
  'length' in taken ? `${taken.by} in step ${n} `.repeat(taken.length).slice(0, taken.length + 3) : ''

async function act(taken: Step, { shown, text }: { shown: [Shown, Shown]; text: string }): Promise<void> {
  if (taken.do === 'take back at once') return void (await Promise.all(shown.map(({ laid }) => laid.takeBack())))
  const { laid, sh } = shown[taken.by]
  if (taken.do === 'write') await sh(`mkdir -p "$(dirname ${taken.path})"; printf %s '${text}' >${taken.path}`)
  else if (taken.do === 'remove') await sh(`rm -rf ${taken.path}`)
  else if (taken.do === 'take back') await laid.takeBack()
  else if (taken.do === 'refresh') await laid.refresh()
  else await laid.putBack()
}

function expected(taken: Step, model: Model, text: string): Model[] {
  if (taken.do === 'take back at once') return [takeBack(takeBack(model, 0), 1), takeBack(takeBack(model, 1), 0)]
  const { volume, copies } = model
  const { base, now } = copies[taken.by]
  const withCopy = (copy: Copy): Model => ({ volume, copies: copies.with(taken.by, copy) as Model['copies'] })
  if (taken.do === 'write') return [withCopy({ base, now: new Map([...now, [taken.path, text]]) })]
  if (taken.do === 'remove') {
    const isGone = (file: string) => file === taken.path || file.startsWith(`${taken.path}/`)
    return [withCopy({ base, now: new Map([...now].filter(([file]) => !isGone(file))) })]
  }
  if (taken.do === 'put back') return [withCopy({ base: volume, now: volume })]
  const after = takeBack(model, taken.by)
  if (taken.do === 'take back' || isRefused(model, taken.by)) return [after]
  const brought = { base: after.volume, now: after.volume }
  return [{ ...after, copies: after.copies.with(taken.by, brought) as Model['copies'] }]
}

function takeBack(model: Model, each: 0 | 1): Model {
  if (isRefused(model, each)) return model
  const { now } = model.copies[each]
  return { volume: merged(model, each), copies: model.copies.with(each, { base: now, now }) as Model['copies'] }
}

const isRefused = (model: Model, each: 0 | 1) =>
  [...merged(model, each).values()].reduce((sum, { length }) => sum + length, 0) > MOST_BYTES

/** The last writer wins; changes of others are not removed. */
function merged({ volume, copies }: Model, each: 0 | 1): Files {
  const { base, now } = copies[each]
  const next = new Map(volume)
  for (const [file, text] of now) if (base.get(file) !== text) next.set(file, text)
  for (const [file, text] of base) if (!now.has(file) && volume.get(file) === text) next.delete(file)
  return next
}

async function filesOf(all: Promise<Record<string, string>>): Promise<Files> {
  return new Map(Object.entries(await all).filter(([, text]) => text !== '/'))
}

const isSame = (one: Files, other: Files) =>
  one.size === other.size && [...one].every(([file, text]) => other.get(file) === text)

async function insideOf(shown: Shown | undefined): Promise<Record<string, string>> {
  const lines = (await shown?.sh('find . -type f -printf "%P\\t" -exec cat {} \\; -printf "\\n"')) ?? ''
  return Object.fromEntries(
    lines
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('\t')),
  )
}
