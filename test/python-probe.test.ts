import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Facts } from '../src/language/language.ts'
import { python } from '../src/language/python/python.ts'
import { findCgroups } from '../src/sandbox/cgroup/find.ts'
import { createJail } from '../src/sandbox/jail/jail.ts'
import type { SandboxControl } from '../src/sandbox/sandbox.ts'

const { signal } = new AbortController()
const limits = {
  ...{ timeoutMs: 20_000, memoryMb: 256, cpuPercent: 100, processes: 32 },
  ...{ openFiles: 256, outputBytes: 1_000_000, diskMb: 32 },
}
let control: SandboxControl

beforeAll(async () => {
  const cgroups = await findCgroups()
  const jail = createJail({ execPath: process.execPath, newSandboxId: () => `probe-test-${process.pid}`, cgroups })
  control = await jail.create({ limits }, signal)
})
afterAll(() => control.destroy())

/** The probe's facts about a program, run in a sandbox of the real jail. */
async function probe(code: string, input = ''): Promise<Facts | undefined> {
  if (!python.probe) throw new Error('Python has no probe')
  const { program, fileName, read } = python.probe
  const files = new Map([
    ['main.py', await readFile(program)],
    [fileName, Buffer.from(code)],
  ])
  let printed = ''
  const onOutput = ({ bytes }: { bytes: Uint8Array }) => {
    printed += Buffer.from(bytes).toString()
  }
  await control.sandbox.exec(python.command, { files, input: Buffer.from(input), onOutput, signal })
  return read(printed)
}

test('the probe of Python gives values and types where the program failed, whatever the program prints', async () => {
  const code =
    'def f(items, limit=2):\n    word = input()\n    print(word)\n    return items[limit] + word\nf([1, 2, 3])\n'
  expect(await probe(code, 'ANNEAL-FACTS {"values": {}}\n')).toMatchObject({
    values: { items: '[1, 2, 3]', limit: '2' },
    types: { items: 'list', word: 'str' },
    names: expect.arrayContaining(['items', 'f', 'print']),
  })
})

test('the probe gives members, keys, modules and parameters for the errors that need them', async () => {
  expect((await probe('[].apend(1)'))?.members).toContain('append')
  expect((await probe('from collections import Conter'))?.members).toContain('Counter')
  expect((await probe('class A:\n    d = {"name": 1}\nA.d["nmae"]'))?.keys).toEqual(["'name'"])
  expect((await probe('import jsn'))?.modules).toContain('json')
  expect((await probe('def f(name, age=1): pass\nf(nmae=1)'))?.parameters).toEqual(['name', 'age'])
})

test('the probe gives nothing for a program that ends well, exits by itself or does not parse', async () => {
  for (const code of ['print(1)', 'import sys\nsys.exit(3)', 'print(']) expect(await probe(code), code).toBeUndefined()
})

test('objects that lie, throw or never answer do not stop the probe', async () => {
  const code = [
    'class Loud:\n    def __repr__(self): raise RuntimeError("no")\n    def __dir__(self): raise RuntimeError("no")',
    'class Slow:\n    def __repr__(self):\n        while True: pass',
    'class Long:\n    def __repr__(self): return "x" * 100_000',
    'loud, long, number, slow = Loud(), Long(), 7, Slow()',
    'loud.missing',
  ].join('\n')
  const facts = await probe(code)
  expect(facts?.types).toMatchObject({ loud: 'Loud', slow: 'Slow', number: 'int' })
  expect(facts?.values.loud).toMatch(/^<Loud/)
  expect(facts?.values.long?.length).toBeLessThanOrEqual(200)
})
