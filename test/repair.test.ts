import { expect, test } from 'vitest'
import type { RunRequest, RunResult } from '../src/contract/run.ts'
import type { TestEngine } from './support/engine.ts'
import { inOneEngine } from './support/one-engine.ts'
import { markedSleep, untilGone, untilStarted } from './support/processes.ts'

const inEngine = inOneEngine()

const run = async ({ engine }: TestEngine, request: RunRequest, signal?: AbortSignal): Promise<RunResult> =>
  (await engine.run(request, signal && { signal })).result
const python = (code: string, more: Partial<RunRequest> = {}): RunRequest => ({ code, language: 'python', ...more })

test('a failing program is understood, repaired and run again, and the events say how', async () => {
  await inEngine(async (tools) => {
    const result = await run(tools, python('count = 41\nprint(coutn + 1)\n'))
    expect(result).toMatchObject({ outcome: 'ok', finalCode: 'count = 41\nprint(count + 1)\n' })
    const [first, second] = result.blocks[0]?.attempts ?? []
    expect(first?.error).toMatchObject({ type: 'NameError', line: 2, recoverable: true })
    expect(second).toMatchObject({ n: 2, stdout: '42\n', exitCode: 0 })
    expect(second?.diff).toContain('-print(coutn + 1)\n+print(count + 1)\n')
    expect(second?.tried?.[0]).toMatchObject({ outcome: 'chosen' })
    expect(result.blocks[0]?.explanation).toMatch(/coutn.*count/s)
  })
})

test('several faults in a row are repaired together, in syntax and at run time, where tests tell that there is no other; else that is suggested', async () => {
  await inEngine(async (tools) => {
    const code = 'def add(a, b)\n    return a + b\n\nprint(add(1, 2)\nprint(ad(3, 4))\n'
    const right = 'def add(a, b):\n    return a + b\n\nprint(add(1, 2))\nprint(add(3, 4))\n'
    const unsure = await run(tools, python(code))
    expect(unsure).toMatchObject({ outcome: 'failed', finalCode: code, blocks: [{ suggestion: { code: right } }] })
    const tests = [{ code: 'assert add(1, 2) == 3\nassert add(0, 0) == 0\nassert add(-1, 5) == 4' }]
    expect(await run(tools, { ...python(code), tests })).toMatchObject({ outcome: 'ok', finalCode: right })
  })
})

test('a module that prints nothing is repaired where it gives the examples of its own docstring, and suggested where it does not', async () => {
  await inEngine(async (tools) => {
    const module = (step: number, sign: string) =>
      `def raised(l):\n    """Adds one to each.\n    >>> raised([1, 2])\n    [2, 3]\n    raised([5]) => [6]\n    """\n    return [x + ${step} for x in l${sign}\n`
    expect(await run(tools, python(module(1, '')))).toMatchObject({ outcome: 'ok', finalCode: module(1, ']') })
    const unsure = await run(tools, python(module(2, '')))
    expect(unsure).toMatchObject({ outcome: 'failed', blocks: [{ suggestion: { code: module(2, ']') } }] })
    expect(JSON.stringify(unsure.blocks[0]?.stopped?.tried)).toContain('the program itself says [2, 3]')
    const tests = [1, 2, 3].map(() => ({ code: 'assert raised([]) == []' }))
    // Memory knows the first one, which does what the docstring says.
    const tested = await run(tools, { ...python(module(2, '')), tests, options: { learn: false } })
    expect(tested).toMatchObject({ outcome: 'failed', blocks: [{ suggestion: { code: module(2, ']') } }] })
  })
})

test('a module in JavaScript is judged by the examples in its comments, which run when it is over', async () => {
  await inEngine(async (tools) => {
    const module = (step: number, sign: string): RunRequest => ({
      language: 'javascript',
      code: `// raised([1, 2]) => [2, 3]\n// raised([]) returns []\n// raised(no) => code\nconst raised = (l) => l.map((x) => x + ${step}${sign}\nsetTimeout(() => console.log('late'), 5)\n`,
      options: { learn: false },
    })
    expect(await run(tools, module(1, ''))).toMatchObject({ outcome: 'ok', finalCode: module(1, ')').code })
    const unsure = await run(tools, module(2, ''))
    expect(unsure).toMatchObject({ outcome: 'failed', blocks: [{ suggestion: { code: module(2, ')').code } }] })
    expect(JSON.stringify(unsure.blocks[0]?.stopped?.tried)).toContain('the program itself says [2, 3]')
  })
})

test('a script that ends well although the shell complained about a line is repaired, or tells the complaint and stays as it came', async () => {
  await inEngine(async (tools) => {
    const bash = (code: string) => run(tools, { language: 'bash', code })
    const broken = 'n=3\nif [ $n -gt 2 ; then echo big; fi\necho done\n'
    expect(await bash(broken)).toMatchObject({
      outcome: 'ok',
      blocks: [{ attempts: [{ exitCode: 0 }, { stdout: 'big\ndone\n' }] }],
    })
    const spaced = await bash('name = "ann"\necho "hello $name, bye"\n')
    expect(spaced.blocks[0]).toMatchObject({ attempts: [{ exitCode: 0 }, { stdout: 'hello ann, bye\n' }] })
    const summed = await bash('n=0\nfor i in 1 2; do\n  n = $((n + i))\ndone\necho "$n"\n')
    expect(summed.blocks[0]).toMatchObject({ attempts: [{ stdout: '0\n' }, { stdout: '3\n' }] })
    const otherBranch = await bash('n=4\nif [$n -eq 4]; then echo four; else echo other; fi\n')
    expect(otherBranch.blocks[0]).toMatchObject({ attempts: [{ stdout: 'other\n' }, { stdout: 'four\n' }] })
    const lost = 'frobnicate --all\necho done\n'
    const told = await bash(lost)
    expect(told).toMatchObject({ outcome: 'ok', finalCode: lost })
    expect(told.blocks[0]).toMatchObject({ attempts: [{ exitCode: 0, error: { type: 'CommandNotFound', line: 1 } }] })
    expect(told.blocks[0]?.explanation).toMatch(/frobnicate.*The shell went on/)
    const asking = await bash('frobnicate || echo none\n')
    expect(asking.blocks[0]).not.toHaveProperty('explanation')
  })
})

test('columns of a CSV file that is read as a table are known to the repair of SQL', async () => {
  await inEngine(async (tools) => {
    const files = { 'cities.csv': 'name,celsius\nOslo,-3.5\n' }
    const result = await run(tools, { language: 'sql', code: 'SELECT celsuis FROM cities;\n', files })
    expect(result).toMatchObject({ outcome: 'ok', finalCode: 'SELECT celsius FROM cities;\n' })
  })
})

test('correct programs are not touched, and those that mean to fail are reported', async () => {
  await inEngine(async (tools) => {
    const fake = 'import sys\nprint("Traceback (most recent call last):\\nNameError: x", file=sys.stderr)\n'
    const right = await run(tools, python(fake))
    expect(right).toMatchObject({ outcome: 'ok', finalCode: fake })
    expect(right.blocks[0]?.attempts).toHaveLength(1)
    for (const code of ['import sys\nsys.exit(3)\n', 'assert 1 == 2, "the task"\n', 'raise ValueError("no")\n']) {
      const result = await run(tools, python(code))
      expect(result, code).toMatchObject({ outcome: 'failed', finalCode: code })
      expect(result.blocks[0]?.attempts, code).toHaveLength(1)
      expect(result.blocks[0]?.stopped?.reason, code).toBe('unrecoverable')
    }
  })
})

test('a repair has to pass the tests of the request', async () => {
  await inEngine(async (tools) => {
    const code = 'first = 1\nfirsts = 2\nprint(firstt)\n'
    const wanted = await run(tools, python(code, { tests: [{ name: 'prints two', stdout: '2' }] }))
    expect(wanted).toMatchObject({ outcome: 'ok', finalCode: 'first = 1\nfirsts = 2\nprint(firsts)\n' })
    expect(wanted.blocks[0]?.attempts.at(-1)?.tests).toMatchObject([{ name: 'prints two', passed: true }])
    const impossible = await run(tools, python(code, { tests: [{ stdout: '3' }] }))
    expect(impossible.outcome).toBe('failed')
  })
})

test('every attempt starts from the same state: files of a failed one are gone, those of the previous block are there', async () => {
  await inEngine(async (tools) => {
    const text = [
      'First we write a file:\n```bash\necho 7 > kept.txt\nmkdir -p sub && ln -s ../kept.txt sub/link\n```\n',
      'Then we read it:\n```python\nimport os\nprint(sorted(os.listdir()), open("sub/link").read().strip())\n',
      'open("trace.txt", "w").write("x")\nprint(lenn("abc"))\n```\n',
    ].join('')
    const result = await run(tools, { text })
    expect(result.outcome).toBe('ok')
    const attempts = result.blocks[1]?.attempts ?? []
    expect(attempts).toHaveLength(2)
    expect(attempts[0]?.stdout).toBe("['kept.txt', 'main.py', 'main.sh', 'sub'] 7\n")
    expect(attempts[1]?.stdout).toBe("['kept.txt', 'main.py', 'main.sh', 'sub'] 7\n3\n")
  })
})

test('an error from elsewhere is repaired without running the program first', async () => {
  await inEngine(async ({ engine, call }) => {
    const error =
      'Traceback (most recent call last):\n  File "main.py", line 1, in <module>\nNameError: name \'pritn\' is not defined\n'
    const body = { code: 'pritn("hi")\n', language: 'python', error }
    const answer = await (await call('/v1/debug', { body })).json()
    expect(answer).toMatchObject({ repaired: true, code: 'print("hi")\n', diagnosis: { type: 'NameError', line: 1 } })
    const known = await (await call('/v1/diagnose', { body })).json()
    expect(known).toMatchObject({ type: 'NameError', category: 'runtime', recoverable: true })
    const learnt = (await engine.strategies.list()).flatMap(({ learned }) => learned)
    expect(
      learnt.some(({ won }) => won > 0),
      'the strategy that was right is remembered',
    ).toBe(true)
  })
})

test('a program with network access is never tried beforehand', async () => {
  await inEngine(async (tools) => {
    const options = { network: { allow: ['localhost'] } }
    const result = await run(tools, python('value = 1\nprint(vlaue)\n', { options }))
    expect(result.outcome).toBe('ok')
    const tried = result.blocks[0]?.attempts[1]?.tried ?? []
    expect(tried.filter(({ outcome }) => outcome === 'failed' || outcome === 'clean')).toEqual([])
  })
})

test('a run that is cancelled while candidates race leaves nothing running', async () => {
  await inEngine(async (tools) => {
    const sleep = markedSleep(60)
    const code = `import subprocess, sys\nprint(sys.argv)\nif "x" in dir():\n    pass\nvalue = 1\nvlaue\nsubprocess.run(["bash", "-c", "${sleep}"])\n`
    const caller = new AbortController()
    const running = run(tools, python(code), caller.signal)
    await untilStarted(sleep, 1)
    caller.abort()
    expect((await running).outcome).toBe('cancelled')
    await untilGone(sleep)
  })
})
