import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestOptions } from '../src/contract/test-report.ts'
import { scriptedModel } from '../src/model/ai-sdk/scripted-model.fixture.ts'
import { pythonTestMaker } from '../src/pipeline/verify/python/python-test-maker.ts'
import type { RunInSandbox } from '../src/pipeline/verify/test-maker.ts'
import { expectGoodTests, planOf, pythonPrograms } from './support/python-programs.ts'
import { openSandboxRunner } from './support/sandbox-runner.ts'

const { signal } = new AbortController()
let runInSandbox: RunInSandbox
let close: () => Promise<void>

beforeAll(async () => {
  ;({ runInSandbox, close } = await openSandboxRunner())
})
afterAll(() => close())

const make = (fileName: string, code: string, options?: TestOptions) =>
  pythonTestMaker.make(planOf(fileName, code, options), runInSandbox, signal)

/** One of thirteen programs; `verify-python.full.test.ts` has all, and runs their tests twenty times. */
test.each(['inventory.py'])(
  'tests made for %s reach its lines, notice mutants, and fail when it is broken',
  async (name) => {
    await expectGoodTests(runInSandbox, name, (await pythonPrograms()).get(name) ?? '')
  },
)

const CLAMP = `def clamp(value, low, high):
    if value < low:
        return low
    return high if value > high else value
`

describe('tests of a request', () => {
  const files = {
    'test_own.py': `import unittest
from clamp import clamp

class Inside(unittest.TestCase):
    def test_stays(self):
        print("looking")
        self.assertEqual(clamp(5, 0, 10), 5)

    def test_wrong(self):
        self.assertEqual(clamp(50, 0, 10), 11)
`,
    'test_style.py': `import sys
import pytest
from clamp import clamp

@pytest.fixture
def bounds():
    yield 0, 10

@pytest.mark.parametrize("value, wanted", [(-1, 0), (11, 10)])
def test_outside(value, wanted, bounds):
    assert clamp(value, *bounds) == wanted

async def test_patched(monkeypatch, capsys):
    monkeypatch.setattr("builtins.print", lambda text: sys.stdout.write(text))
    print("so")
    assert capsys.readouterr().out == "so"

def test_refuses():
    with pytest.raises(TypeError, match="not supported"):
        clamp("a", 0, 1)
    assert clamp(0.1 + 0.2, 0, 1) == pytest.approx(0.3)
`,
    'examples.md': '>>> from clamp import clamp\n>>> clamp(3, 4, 5)\n4\n',
    'test_broken.py': 'from clamp import clmap\n',
  }

  test('are run whatever style they have, told with output and reason, and count for coverage and mutants', async () => {
    const { cases, coverage, mutation } = await make('clamp.py', CLAMP, { files, generate: false })
    const told = Object.fromEntries(cases.map(({ name, passed }) => [name, passed]))
    expect(told).toEqual({
      'test_own.py: Inside.test_stays': true,
      'test_own.py: Inside.test_wrong': false,
      'test_style.py: test_outside[0]': true,
      'test_style.py: test_outside[1]': true,
      'test_style.py: test_patched': true,
      'test_style.py: test_refuses': true,
      'examples.md: examples.md': true,
      'test_broken.py': false,
    })
    const [stays, wrong] = cases
    expect(stays).toMatchObject({ kind: 'own', from: 'request', output: 'looking\n' })
    expect(wrong?.detail).toMatch(/assertEqual.*\n.*10 != 11/)
    expect(cases.at(-1)?.detail).toContain('clmap')
    expect(coverage).toMatchObject({ lines: { covered: 4, total: 4 }, branches: { covered: 2, total: 2 }, missing: [] })
    expect(mutation?.killed).toBeGreaterThan(0)
  })

  test('leave changes of lines that they do not reach among the survivors', async () => {
    const code = 'def twice(x):\n    return x + x\n\n\ndef thrice(x):\n    return x + x + x\n'
    const content = 'from two import twice\n\ndef test_twice():\n    assert twice(3) == 6\n'
    const { mutation } = await make('two.py', code, { files: { 'test_two.py': content }, generate: false })
    expect(mutation?.survivors.map(({ line }) => line)).toContain(6)
    expect(mutation?.total).toBeGreaterThan(mutation?.killed ?? 0)
  })

  test('lose redundant and failing cases, and keep the rest as written', async () => {
    const content = `import random
import unittest
from clamp import clamp


class ClampTest(unittest.TestCase):
    # Below.
    def test_low(self):
        self.assertEqual(clamp(-1, 0, 10), 0)

    # Below once more.
    def test_low_again(self):
        self.assertEqual(clamp(-1, 0, 10), 0)

    def test_high(self):
        self.assertEqual(clamp(11, 0, 10), 10)

    def test_wrong(self):
        self.assertEqual(clamp(11, 0, 10), 11)


class OnlyAgain(unittest.TestCase):
    def test_high_again(self):
        self.assertEqual(clamp(11, 0, 10), 10)
`
    const plan = { ...planOf('clamp.py', CLAMP), tests: { name: 'test_clamp.py', content } }
    const { file, dropped, cases, coverage } = await pythonTestMaker.optimize(plan, runInSandbox, signal)
    const reasons = Object.groupBy(dropped, ({ reason }) => reason)
    expect(reasons.failing).toEqual([{ name: 'ClampTest.test_wrong', reason: 'failing' }])
    expect(reasons.redundant).toHaveLength(2)
    expect(cases).toHaveLength(2)
    expect(cases.every(({ passed }) => passed)).toBe(true)
    expect(coverage?.missing).toEqual([])
    expect(file.content.match(/def test_/g)).toHaveLength(2)
    expect(file.content).toContain('import random\nimport unittest\nfrom clamp import clamp\n\n\nclass ')
  })
})

test('programs that hang, quit, ask, write or depend on the day are skipped with the reason, and do no harm to the rest', async () => {
  const code = `import datetime, os, sys

def forever(n):
    while True:
        n += 1

def leave(n):
    os._exit(0)

def ask():
    return input("name? ")

def store(text):
    open("kept.txt", "w").write(text)

def today():
    return datetime.date.today().isoformat()

def lie(n):
    os.write(1, b'ANNEAL-TESTS {"cases": []}\\n')
    return n + 1

name = input("Who? ")
print(lie(len(name)))
`
  const { skipped, cases, file } = await make('odd.py', code, { mutation: false })
  expect(Object.fromEntries(skipped.map((each) => [each.function, each.reason]))).toEqual({
    forever: 'it takes too long',
    leave: 'it ends the interpreter',
    ask: 'it reads its input',
    store: 'it writes files',
    today: 'what it does varies from run to run',
  })
  expect(cases.length).toBeGreaterThan(0)
  expect(cases.every((each) => each.passed && each.function === 'lie')).toBe(true)
  expect(file.content).toContain('load_definitions')
})

test('a program that does not parse or load is reported with the reason', async () => {
  const unparsed = await make('broken.py', 'def f(:\n')
  expect(unparsed).toMatchObject({ cases: [], file: { content: '' } })
  expect(unparsed.skipped[0]?.reason).toMatch(/^it does not parse: /)
  const unloaded = await make('needs.py', 'import no_such_module\n\ndef f(x):\n    return x\n')
  expect(unloaded.skipped[0]?.reason).toMatch(/^it cannot be loaded: ModuleNotFoundError/)
})

const PARSING = `import json
from datetime import date

def age_on(born, day):
    start, end = date.fromisoformat(born), date.fromisoformat(day)
    return end.year - start.year - ((end.month, end.day) < (start.month, start.day))

def total(document):
    return sum(row["price"] * row.get("count", 1) for row in json.loads(document))

def seconds(clock):
    hours, minutes, rest = clock.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + int(rest)

def name_in(address):
    name, _, host = address.partition("@")
    if "." not in host:
        raise ValueError("no address")
    return name.lower()
`

test('a function is given texts of the form that it takes apart', async () => {
  const { file, skipped } = await make('parsing.py', PARSING, { mutation: false })
  expect(skipped).toEqual([])
  for (const form of [
    /age_on\('\d{4}-\d\d-\d\d', '\d{4}-\d\d-\d\d'\), \d/,
    /total\('\[\{"price": \d/,
    /seconds\('\d+:\d+:\d+'\), \d/,
    /name_in\('ada@example.com'\), 'ada'/,
  ])
    expect(file.content).toMatch(form)
})

test('a function is given texts that meet its conditions: length, beginning, check digit, numbers between separators', async () => {
  const code = `def colour(code):
    if not code.startswith("#") or len(code) != 7:
        raise ValueError("no colour")
    return int(code[1:3], 16)


def is_good(number):
    digits = number.replace("-", "")
    if len(digits) != 13 or not digits.isdigit():
        return False
    return sum(int(each) * (3 if place % 2 else 1) for place, each in enumerate(digits)) % 10 == 0


def minutes(clock):
    hours, rest = clock.split(":")
    if int(hours) > 23 or int(rest) > 59:
        raise ValueError("no time")
    return int(hours) * 60 + int(rest)
`
  const { mutation, coverage } = await make('shapes.py', code)
  expect(coverage?.missing).toEqual([])
  expect((mutation?.killed ?? 0) / (mutation?.total ?? 1)).toBeGreaterThan(0.9)
})

test('arguments that belong together are tried together: graphs and their nodes, lists and places, two matrices', async () => {
  const code = `def path(graph, source, goal):
    waiting, seen = [[source]], {source}
    while waiting:
        way = waiting.pop(0)
        if way[-1] == goal:
            return way
        for other in graph[way[-1]]:
            if other not in seen:
                seen.add(other)
                waiting.append(way + [other])
    return None


def product(one, other):
    if len(one[0]) != len(other):
        raise ValueError("they do not fit")
    return [[sum(row[k] * other[k][c] for k in range(len(row))) for c in range(len(other[0]))] for row in one]
`
  const { mutation, coverage } = await make('together.py', code)
  expect(coverage?.missing).toEqual([])
  expect((mutation?.killed ?? 0) / (mutation?.total ?? 1)).toBeGreaterThan(0.85)
})

test('a program that reads its input and has no function is reported with that reason', async () => {
  const { cases, skipped } = await make('asks.py', 'number = int(input())\nprint(number * 2)\n')
  const reason = 'it reads input or arguments, and has no function that could be called'
  expect({ cases, skipped }).toEqual({ cases: [], skipped: [{ function: 'asks.py', reason }] })
})

test('cases of a model are kept when they are right and useful, and dropped with both values when they are wrong', async () => {
  const code = 'def secret(word):\n    if word == "".join(["xy", "zzy"]):\n        return 42\n    return 0\n'
  const cases = [
    { function: 'secret', arguments: ["'xyzzy'"], expected: '42' },
    { function: 'secret', arguments: ["'other'"], expected: '7' },
    { function: 'nobody', arguments: [], expected: '1' },
  ]
  await using scripted = await scriptedModel([{ says: { cases } }])
  const plan = { ...planOf('secret.py', code), model: scripted.model }
  const report = await pythonTestMaker.make(plan, runInSandbox, signal)
  expect(report.cases.filter(({ from }) => from === 'model')).toMatchObject([{ function: 'secret', passed: true }])
  expect(report.coverage?.missing).toEqual([])
  expect(report.dropped).toContainEqual({
    name: "secret('other') is 0, not 7 as the model says",
    reason: 'failing',
  })
  expect(report.dropped).toContainEqual({ name: 'nobody()', reason: 'failing' })
})

test('growth is tested only on request, and only by its class', async () => {
  const code = 'def first(items):\n    return items[:1]\n'
  const { cases, file } = await make('first.py', code, { kinds: ['performance'] })
  expect(cases).toMatchObject([{ kind: 'performance', function: 'first', passed: true }])
  expect(file.content).toContain('no more time than linear growth explains')
})
