import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { undisturbed } from '../../sandbox/checks/host-pace.ts'
import { openPythonBench, type PythonBench } from './python-bench.fixture.ts'

let python: PythonBench

beforeAll(async () => {
  python = await openPythonBench()
})
afterAll(() => python.destroy())

describe('the value of a Python cell', () => {
  it.each([
    ['an expression', '6 * 7', '42'],
    ['the last of several lines', 'a = 1\nb = 2\na + b', '3'],
    ['an expression in brackets over lines', '(1 +\n 2)', '3'],
    ['an indented cell', '\n    c = 4\n    if c:\n        c += 1\n    c', '5'],
    ['a semicolon inside of a text', '"a;"', "'a;'"],
    ['a comment behind it', '1 # ;', '1'],
    ['what an await gives', 'import asyncio\nasync def f(): return 5\nawait f()', '5'],
    ['what an await in a comprehension gives', '[await f() for _ in range(2)]', '[5, 5]'],
  ])('is %s', async (_, code, text) => {
    expect(await python.value(code)).toBe(text)
  })

  it.each([
    ['a semicolon', '1;'],
    ['a semicolon and a comment', '1; # said'],
    ['a semicolon behind brackets', '(1) ;'],
    ['None', 'None'],
    ['a statement', 'd = 1'],
    ['nothing', ''],
    ['a comment', '# 1'],
  ])('is not shown for %s', async (_, code) => {
    const { status, shown } = await python.run(code)
    expect([status, shown]).toEqual(['ok', []])
  })

  it('is kept in _, __, Out and In', async () => {
    await python.value('"first"')
    const { executionCount } = await python.run('"second"')
    expect(await python.value('(_, __)')).toBe("('second', 'first')")
    expect(await python.value(`(Out[${executionCount}], In[${executionCount}])`)).toBe(`('second', '"second"')`)
    await python.run('_ = "mine"')
    await python.run('"third"')
    expect(await python.value('_')).toBe("'mine'")
    await python.run('del _')
  })

  it('is cut with a note when it is large', async () => {
    const text = await python.value('"x" * 1_000_000')
    expect(text).toContain('[cut: 100000 of 1000002 characters]')
  })
})

describe('an error of a Python cell', () => {
  it('has the lines of the cells it went through, and none of the kernel', async () => {
    const { executionCount } = await python.run('def inner():\n    return {}["key"]')
    const { error, executionCount: count } = await python.run('\ndef outer():\n    inner()\nouter()')
    expect(error).toMatchObject({ name: 'KeyError', value: "'key'", line: 3, column: 5 })
    const text = error?.traceback.join('\n') ?? ''
    expect(text).toMatch(new RegExp(`^Traceback.*\n  File "<cell ${count}>", line 4, in <module>\n    outer\\(\\)\n`))
    expect(text).toContain(`File "<cell ${executionCount}>", line 2, in inner\n    return {}["key"]`)
    expect(text).not.toContain('kernel')
  })

  it('has line and column of a syntax error', async () => {
    const { error } = await python.run('a = 1\nb = = 2')
    expect(error).toMatchObject({ name: 'SyntaxError', value: 'invalid syntax', line: 2, column: 5 })
  })

  it('has its causes', async () => {
    const { error } = await python.run(
      'try:\n    1/0\nexcept ZeroDivisionError as e:\n    raise ValueError("no") from e',
    )
    expect(error).toMatchObject({ name: 'ValueError', line: 4 })
    expect(error?.traceback.join('\n')).toContain('The above exception was the direct cause')
  })

  it('is cut when it is endless', async () => {
    const { error } = await python.run('def a(): b()\ndef b(): a()\na()')
    expect(error?.name).toBe('RecursionError')
    expect(error?.traceback.length).toBeLessThan(250)
  })

  it('is reported even if it cannot be shown', async () => {
    const { error } = await python.run('class Bad(Exception):\n    def __str__(self): raise self\nraise Bad()')
    expect(error?.name).toBe('Bad')
  })

  it('may be an exit, after which the kernel goes on', async () => {
    await python.run('kept = 1')
    for (const code of ['import sys; sys.exit(3)', 'exit()', 'raise SystemExit']) {
      expect(await python.run(code)).toMatchObject({ status: 'error', stateLost: false, error: { name: 'SystemExit' } })
    }
    expect(await python.value('kept')).toBe('1')
  })
})

describe('Python that lives on between cells', () => {
  it('has one loop: a task goes on while nothing runs, and asyncio.run still works', () =>
    undisturbed(200, async () => {
      await python.run(
        'import asyncio\ncount = 0\nasync def work():\n    global count\n    while True:\n        await asyncio.sleep(0.005)\n        count += 1\ntask = asyncio.create_task(work())\nawait asyncio.sleep(0)',
      )
      const before = Number(await python.value('count'))
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(Number(await python.value('count'))).toBeGreaterThan(before + 2)
      expect(await python.value('asyncio.run(asyncio.sleep(0, "fine"))')).toBe("'fine'")
      await python.run('task.cancel()')
    }))

  it('interrupts an await, lets it clean up, and keeps the loop', async () => {
    const code = 'try:\n    print("begun", flush=True)\n    await asyncio.sleep(60)\nfinally:\n    cleaned = True'
    expect(await python.interrupted(code)).toMatchObject({ status: 'interrupted' })
    expect(await python.value('cleaned, await f()')).toBe('(True, 5)')
  })

  it('has functions that are pickled, inspected and used by other processes', async () => {
    await python.run('def square(n):\n    return n * n')
    expect(await python.value('import pickle\npickle.loads(pickle.dumps(square))(3)')).toBe('9')
    expect(await python.value('import inspect\ninspect.getsource(square)')).toContain('return n * n')
    expect(
      await python.value('from multiprocessing import Pool\nwith Pool(2) as p: r = p.map(square, [1, 2])\nr'),
    ).toBe('[1, 4]')
  })

  it('keeps imports from the future', async () => {
    await python.run('from __future__ import annotations')
    expect(await python.value('def later(a: nowhere): pass\nlater.__annotations__')).toBe("{'a': 'nowhere'}")
  })

  it('imports modules of the workspace, and is not fooled by one named like its own', async () => {
    const code = 'open("mine.py", "w").write("value = 7")\nopen("json.py", "w").write("1/0")\nimport mine\nmine.value'
    expect(await python.value(code)).toBe('7')
    await python.restart()
    expect(await python.value('import mine\nmine.value')).toBe('7')
    await python.run('import os; os.remove("json.py")')
  })
})

describe('variables from outside', () => {
  it('are read as JSON where that is possible, set, and listed', async () => {
    await python.run('numbers = [1, 2]\nsecret = object()\nimport os\n_hidden = 1')
    expect((await python.get('numbers')).json).toEqual([1, 2])
    expect(await python.get('secret')).not.toHaveProperty('json')
    await python.set('given', { deep: [null, 'ü'] })
    expect(await python.value('given["deep"][1]')).toBe("'ü'")
    const listed = await python.variables()
    expect(listed).toContainEqual({ name: 'numbers', type: 'list', summary: '[1, 2]' })
    expect(listed.map(({ name }) => name)).not.toContain('os')
    expect(listed.map(({ name }) => name)).not.toContain('_hidden')
    await expect(python.set('no name', 1)).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  })

  it('have attributes, which are listed without running code of the user', async () => {
    await python.run(`import os
class Slow:
    kept = 'text'
    def __init__(self): self.own = [1]
    def __dir__(self): raise SystemExit(3)
    def __getattr__(self, name): raise SystemExit(4)
    @property
    def made(self): raise SystemExit(5)
slow = Slow()`)
    expect(await python.attributes('slow')).toEqual(expect.arrayContaining(['kept', 'made', 'own']))
    expect(await python.attributes('slow.kept')).toContain('upper')
    expect(await python.attributes('slow.own')).toContain('append')
    expect(await python.attributes('os.path')).toContain('join')
    await expect(python.attributes('slow.made')).rejects.toMatchObject({ code: 'VARIABLE_NOT_FOUND' })
    await expect(python.attributes('nothing')).rejects.toMatchObject({ code: 'VARIABLE_NOT_FOUND' })
  })
})
