import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStatesBench, type StatesBench } from './states-bench.fixture.ts'

let bench: StatesBench

beforeAll(async () => {
  bench = await openStatesBench()
})
afterAll(() => bench.destroy())

/** Each thing is a value, or a collection of earlier things; each may also be put into earlier collections. */
const graph = fc.array(
  fc.oneof(
    fc.jsonValue({ maxDepth: 2 }).map((leaf) => ({ leaf })),
    fc.record({
      items: fc.array(fc.nat({ max: 30 }), { maxLength: 4 }),
      isMap: fc.boolean(),
      into: fc.nat({ max: 30 }),
    }),
  ),
  { minLength: 1, maxLength: 12 },
)

const BUILD = `
import json
def build(parts):
    made = []
    for part in parts:
        if 'leaf' in part:
            made.append(part['leaf'])
            continue
        found = [made[at % len(made)] for at in part['items']] if made else []
        one = {str(at): item for at, item in enumerate(found)} if part['isMap'] else found
        if made and isinstance(made[part['into'] % len(made)], list):
            made[part['into'] % len(made)].append(one)
        made.append(one)
    return made
def told(value, seen):
    if not isinstance(value, (list, dict)):
        return [type(value).__name__, repr(value)]
    if id(value) in seen:
        return seen[id(value)]
    seen[id(value)] = len(seen)
    items = value.items() if isinstance(value, dict) else enumerate(value)
    return [type(value).__name__, [[key, told(item, seen)] for key, item in items]]`

describe('the state of a Python', () => {
  it('keeps every value, and which of them are the same', async () => {
    const [first, second] = [await bench.open(), await bench.open()]
    await first.value(BUILD)
    await fc.assert(
      fc.asyncProperty(graph, async (parts) => {
        await first.value(
          `made = build(json.loads(${JSON.stringify(JSON.stringify(parts))})); one, last = made[0], made[-1]`,
        )
        const { bytes, lost } = await first.states.save()
        expect([...lost, ...(await second.states.load(bytes)).lost]).toEqual([])
        const tell = 'json.dumps(told([made, one, last], {}))'
        expect(await second.value(tell)).toBe(await first.value(tell))
      }),
      { numRuns: 25 },
    )
    await Promise.all([first.close(), second.close()])
  })

  it('goes on counting, and tells errors with the lines of cells from before', async () => {
    const { run, close } = await bench.moved('def f():\n    return {}["key"]')
    const { error, executionCount } = await run('f()')
    expect(executionCount).toBe(2)
    expect(error?.traceback.join('\n')).toContain('return {}["key"]')
    await close()
  })

  it('tells the versions of Python and of the packages in use', async () => {
    const python = await bench.open()
    const { error } = await python.run(
      'import numpy as np, pandas as pd\nframe = pd.DataFrame({"a": np.arange(3)}); np.random.seed(4)',
    )
    if (error) throw new Error(`${error.value}: apt-get install -y python3-numpy python3-pandas`)
    const { bytes, versions, lost } = await python.states.save()
    expect(lost).toEqual([])
    expect(Object.keys(versions)).toEqual(expect.arrayContaining(['python', 'numpy', 'pandas']))
    expect(Object.keys(versions)).not.toContain('json')
    const next = await bench.open()
    expect(await next.states.load(bytes)).toEqual({ lost: [] })
    expect(await next.value('frame.a.sum(), np.random.rand()')).toBe(
      await python.value('frame.a.sum(), np.random.rand()'),
    )
    await Promise.all([python.close(), next.close()])
  })

  it('is saved after an interrupt of a save that has no end, and after a death in one', async () => {
    const python = await bench.open()
    await python.run('import time\nclass Slow:\n  def __reduce__(self): time.sleep(60)\nx = 1; slow = Slow()')
    const saving = python.states.save()
    await expect(Promise.all([saving, python.interruptUntil(saving)])).rejects.toThrow('KeyboardInterrupt')
    await python.run('del slow')
    expect((await python.states.save()).lost).toEqual([])
    expect(await python.value('x')).toBe('1')
    await python.run('class Deadly:\n  def __reduce__(self):\n    import os; os._exit(3)\ny = Deadly()')
    await expect(python.states.save()).rejects.toThrow('it exited with 3')
    await python.close()
  })

  it('is refused when it is invalid, and the interpreter goes on', async () => {
    const python = await bench.open()
    for (const bytes of ['', 'nonsense', '\0\0\0\u0002{}', `\0\0\0\u000c{"format":9}`]) {
      await expect(python.states.load(Buffer.from(bytes, 'latin1'))).rejects.toThrow('does not fit')
    }
    expect(await python.value('1')).toBe('1')
    await python.close()
  })

  it('does not swallow output during a save, which comes with the next execution', async () => {
    const python = await bench.open()
    await python.run('class Loud:\n  def __reduce__(self): print("saved"); return (list, ())\nx = Loud()')
    await python.states.save()
    expect((await python.run('print("next")')).stdout).toBe('saved\nnext\n')
    await python.close()
  })
})

describe('the digest of a Python variable', () => {
  const VALUES = `
words = {'red', 'green', 'blue', 'one', 'two'}; nested = [{'set': frozenset('hello'), 'name': 'name'}, 'name']
class Point:
    def __init__(self, x): self.x = x
    def size(self): return super().__sizeof__()
point = Point('x'); def_ = lambda n: n if n in {'a', 'b'} else def_(n); loop = [1]; loop.append(loop)
table = {n: str(n) for n in range(1000)}`

  it('is the same in another interpreter that was given the state', async () => {
    const first = await bench.open()
    await first.value(VALUES)
    const before = await first.states.digests()
    expect(before.map(({ name }) => name)).toEqual(['words', 'nested', 'Point', 'point', 'def_', 'loop', 'table'])
    const second = await bench.open()
    await second.states.load((await first.states.save()).bytes)
    expect(await second.states.digests()).toEqual(before.map((one) => ({ ...one, summary: expect.any(String) })))
    await Promise.all([first.close(), second.close()])
  })

  it('changes with the value, and with nothing else', async () => {
    const python = await bench.open()
    await python.value(`${VALUES}\nstream = (n for n in [1])`)
    const before = await python.states.digests()
    await python.value('words.add("six"); point.x = "y"; table[999] = "other"')
    const after = await python.states.digests()
    const changed = after.filter(({ digest }, at) => digest !== before[at]?.digest).map(({ name }) => name)
    expect(changed).toEqual(['words', 'point', 'table'])
    await python.close()
  })
})
