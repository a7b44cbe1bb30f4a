import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { saveResults } from '../src/cli/transfer/save-results.ts'
import type { RunRequest, RunResult } from '../src/contract/run.ts'
import { createClient } from '../src/sdk/sdk.ts'
import { expectError } from './support/expect-error.ts'
import { oneEngine } from './support/one-engine.ts'

// Importing libraries of figures takes long on a busy host.
const env = { ANNEAL_WARM_SANDBOXES: '0', ANNEAL_TIMEOUT_MS: '120000' }
const tools = oneEngine({ env: { ...env, ANNEAL_RUN_FILES: '20', ANNEAL_RUN_FILES_BYTES: '2000000' } })

async function run(request: RunRequest): Promise<RunResult> {
  return (await (await tools().call('/v1/runs', { body: request })).json()) as RunResult
}
const python = (...lines: string[]): RunRequest => ({
  code: lines.join('\n'),
  language: 'python',
  options: { attempts: 1 },
})
const lastAttempt = ({ blocks }: RunResult) => blocks.at(-1)?.attempts.at(-1)
const shownTypes = (result: RunResult) =>
  (lastAttempt(result)?.results ?? []).map(({ data }) => Object.keys(data).sort())
const paths = ({ files }: RunResult) => files.map(({ path }) => path)

describe('figures', () => {
  it('are all in the results: those shown one after the other, several at once, and open ones that were never shown', async () => {
    const result = await run(
      python(
        'import matplotlib.pyplot as plt',
        'for n in range(2):',
        '    plt.plot([n, 1])',
        '    plt.show()',
        'plt.figure(); plt.plot([1, 2])',
        'plt.figure(); plt.plot([2, 1])',
        'plt.show()',
        'plt.bar(["a", "b"], [1, 2])',
        'print("end")',
      ),
    )
    expect(result.outcome, lastAttempt(result)?.stderr).toBe('ok')
    expect(shownTypes(result)).toEqual(Array(5).fill(['application/vnd.anneal.chart+json', 'image/png', 'text/plain']))
    expect(lastAttempt(result)?.results[0]?.data['image/png']).toMatch(/^iVBORw0KGgo/)
    expect(lastAttempt(result)).toMatchObject({ stdout: 'end\n', stderr: '' })
  })

  it('that were saved are files and not shown twice; one that was shown can still be saved', async () => {
    const result = await run(
      python(
        'import matplotlib.pyplot as plt',
        'plt.plot([1, 2]); plt.savefig("saved.png")',
        'plt.close()',
        'plt.plot([1, 2]); plt.show(); plt.savefig("later.png")',
        'figure, axes = plt.subplots(); axes.plot([1]); figure.savefig("third.png")',
      ),
    )
    expect(paths(result)).toEqual(['later.png', 'saved.png', 'third.png'])
    expect(result.files[0]).toMatchObject({ type: 'image/png', url: `/v1/runs/${result.runId}/files/later.png` })
    // An empty picture takes a fifth of that.
    expect(result.files[0]?.size).toBeGreaterThan(10_000)
    expect(shownTypes(result)).toHaveLength(1)
  })

  it('that were shown before a program failed are kept with that attempt, and told apart from the repaired one', async () => {
    const code =
      'import matplotlib.pyplot as plt\nprint("first")\nplt.plot([1, 2])\nplt.show()\nopen("a.txt", "w").write("x")\nprnt("done")\n'
    const result = await run({ code, language: 'python' })
    expect(result.outcome).toBe('ok')
    const [failed, repaired] = result.blocks[0]?.attempts ?? []
    expect(failed).toMatchObject({ n: 1, stdout: 'first\n', exitCode: 1, results: [{ isResult: false }] })
    expect(repaired).toMatchObject({ n: 2, stdout: 'first\ndone\n', exitCode: 0, results: [{ isResult: false }] })
    expect([failed?.files?.[0]?.url, repaired?.files?.[0]?.url]).toEqual([
      `/v1/runs/${result.runId}/files/a.txt?block=0&attempt=1`,
      `/v1/runs/${result.runId}/files/a.txt?block=0&attempt=2`,
    ])
    expect(paths(result)).toEqual(['a.txt'])
  })
})

describe('values', () => {
  it('of the last line, and tables, are results when they are asked for, and else nothing is', async () => {
    const request = python('import pandas', 'frame = pandas.DataFrame({"a": [1, 2]})', 'frame')
    expect(shownTypes(await run(request))).toEqual([])
    const result = await run({ ...request, options: { ...request.options, lastValue: true } })
    expect(lastAttempt(result)?.results).toMatchObject([
      {
        isResult: true,
        data: { 'text/html': expect.stringContaining('<table'), 'application/vnd.anneal.table+json': { rowCount: 2 } },
      },
    ])
  })

  it('by `display` are results without being asked for, as in a notebook', async () => {
    const result = await run(python('from IPython.display import HTML', 'display(HTML("<b>hi</b>"))', 'display([1])'))
    expect(lastAttempt(result)?.results).toMatchObject([
      { isResult: false, data: { 'text/html': '<b>hi</b>' } },
      { data: { 'application/json': [1] } },
    ])
  })

  it('of the last line are refused for a language that shows no values', async () => {
    const answer = await tools().call('/v1/runs', {
      body: { code: '1', language: 'ruby', options: { lastValue: true } },
    })
    await expectError(answer, 'INVALID_REQUEST')
  })
})

it('a program that shows something fails with the same traceback, exit code and arguments as any other', async () => {
  const lines = ['import sys', 'def f():', '    raise ValueError(sys.argv)', 'f()']
  const plain = await run({ ...python(...lines), args: ['one'] })
  const showing = await run({ ...python(...lines, '# display(1)'), args: ['one'] })
  const { stderr, exitCode, error } = lastAttempt(plain) ?? {}
  expect(lastAttempt(showing)).toMatchObject({ stderr, exitCode, error })
  expect(lastAttempt(await run(python('import sys # display()', 'sys.exit(7)')))).toMatchObject({
    exitCode: 7,
    stderr: '',
  })
})

describe('files', () => {
  it('that a program wrote are reported with size and type, and their content comes by link and by the client', async () => {
    const request = {
      ...python('open("out.csv","w").write(open("in.csv").read().upper())'),
      files: { 'in.csv': 'a,b' },
    }
    const result = await run(request)
    expect(result.files).toEqual([
      { path: 'out.csv', size: 3, type: 'text/csv', url: `/v1/runs/${result.runId}/files/out.csv` },
    ])
    const answer = await tools().call(result.files[0]?.url ?? '')
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('content-disposition')).toBe('attachment')
    expect(await answer.text()).toBe('A,B')
    await expectError(await tools().call(`/v1/runs/${result.runId}/files/in.csv`), 'PATH_NOT_FOUND')
    await expectError(await tools().call(result.files[0]?.url ?? '', { key: tools().keys.ben }), 'RUN_NOT_FOUND')
  })

  it('of blocks of an answer are those that each block wrote, and of equal paths the last', async () => {
    const text =
      '```python\nopen("a.txt","w").write("1")\n```\nthen\n```bash\ncat a.txt; echo 22 > a.txt; mkdir d; echo 3 > d/b.txt\n```\n'
    const result = await run({ text })
    expect(result.blocks.map(({ attempts }) => attempts[0]?.files?.map(({ path, size }) => [path, size]))).toEqual([
      [['a.txt', 1]],
      [
        ['a.txt', 3],
        ['d/b.txt', 2],
      ],
    ])
    expect(paths(result)).toEqual(['a.txt', 'd/b.txt'])
    expect(await (await tools().call(result.files[0]?.url ?? '')).text()).toBe('22\n')
    const first = result.blocks[0]?.attempts[0]?.files?.[0]?.url ?? ''
    expect(await (await tools().call(first)).text()).toBe('1')
  })

  it('go with their run, and so do their bytes', async () => {
    const result = await run(python('open("a.txt","w").write("bytes of no other run")'))
    const hash = createHash('sha256').update('bytes of no other run').digest('hex')
    const isKept = async () =>
      (await readdir(join(tools().home, 'blobs'), { recursive: true })).some((path) => path.endsWith(hash))
    expect(await isKept()).toBe(true)
    expect((await tools().call(`/v1/runs/${result.runId}`, { method: 'DELETE' })).status).toBe(204)
    expect(await isKept()).toBe(false)
    await expectError(await tools().call(result.files[0]?.url ?? ''), 'RUN_NOT_FOUND')
  })

  it('of compiled programs are those that the program wrote, and none that it was given or made of', async () => {
    const code =
      '#include <stdio.h>\nint main(){ FILE *f = fopen("c.txt", "w"); fputs("c", f); fclose(f); return 0; }\n'
    expect(paths(await run({ code, language: 'c', files: { 'given.txt': 'x' } }))).toEqual(['c.txt'])
  })
})

describe('an attack by files', () => {
  const cases: [string, string, Record<string, string>][] = [
    [
      'a link to a file of the host',
      'import os; os.symlink("/etc/passwd", "x.txt")',
      { 'x.txt': 'is a link to /etc/passwd' },
    ],
    ['a link to the root', 'import os; os.symlink("/", "root")', { root: 'is a link to /' }],
    ['a pipe', 'import os; os.mkfifo("pipe")', { pipe: 'is a' }],
    ['a socket', 'import socket; socket.socket(socket.AF_UNIX).bind("sock")', { sock: 'is a' }],
    ['a file that nobody may read', 'import os; open("s","w").write("x"); os.chmod("s", 0)', { s: 'cannot be read' }],
    ['a huge file', 'open("big","wb").write(bytes(3_000_000))', { big: 'beyond the 2000000 that a run keeps' }],
    ['a file of holes', 'open("air","wb").truncate(90_000_000)', { air: 'beyond the 2000000 that a run keeps' }],
    ['a name that is no text', 'open(b"bad\\xff","wb")', { 'bad\\xff': 'not UTF-8' }],
  ]
  it.each(cases)('%s is left out, with the reason', async (_, code, expected) => {
    const result = await run(python(code))
    expect(result.files).toEqual([])
    const left = lastAttempt(result)?.filesLeftOut ?? []
    expect(left.map(({ path }) => path)).toEqual(Object.keys(expected))
    expect(left[0]?.why).toContain(Object.values(expected)[0])
  })

  it('a crowd of files keeps as many as a run may have, and tells the others', async () => {
    const result = await run(python('for n in range(500): open(f"{n:03}.txt","w").write("x")'))
    expect(result.files).toHaveLength(20)
    expect(lastAttempt(result)?.filesLeftOut).toHaveLength(21)
    expect(lastAttempt(result)?.filesLeftOut?.at(-1)?.why).toBe('460 more are left out')
  })

  it('odd names reach the content by their link, and stay below the directory they are saved in', async () => {
    const names = ['-rf', '..hidden', 'a b?#%2e%2e\n".csv', 'ä/\u202e.txt']
    const result = await run(
      python('import os', 'os.mkdir("ä")', `for name in ${JSON.stringify(names)}: open(name, "w").write(name)`),
    )
    expect(paths(result).toSorted()).toEqual(names.toSorted())
    for (const { path, url } of result.files) expect(await (await tools().call(url)).text()).toBe(path)
    const directory = await mkdtemp(join(tmpdir(), 'anneal-results-'))
    try {
      const { app, keys } = tools()
      const client = createClient({
        baseUrl: 'http://localhost',
        apiKey: keys.ada,
        fetch: async (input, init) => app.fetch(new Request(input, init)),
      })
      await saveResults(result, directory, client)
      expect((await readdir(directory)).toSorted()).toEqual(['-rf', '..hidden', 'a b?#%2e%2e\n".csv', 'ä'].toSorted())
      expect(await readFile(join(directory, '-rf'), 'utf8')).toBe('-rf')
      const outside = { ...result, files: [{ ...result.files[0], path: '../x' }] } as RunResult
      await expect(saveResults(outside, directory, client)).rejects.toThrow('outside of the workspace')
    } finally {
      await rm(directory, { recursive: true })
    }
  })

  it('forged results are no more than results of that program', async () => {
    const forged =
      'import os; os.makedirs("/tmp/anneal", exist_ok=True); open("/tmp/anneal/shown","w").write("{}\\nnonsense\\n[1]\\n") # display()'
    expect(lastAttempt(await run(python(forged)))?.results).toEqual([])
  })
})

describe('an impossible run', () => {
  it('text without code ends with nothing-to-run', async () => {
    expect(await run({ text: 'Just words.' })).toMatchObject({ outcome: 'nothing-to-run', blocks: [] })
    expect(await run({ text: '```json\n{"a": 1}\n```' })).toMatchObject({ outcome: 'nothing-to-run' })
  })

  it.each(['python', 'bash', 'sql'])('a NUL byte in %s is refused with its line', async (language) => {
    const answer = await tools().call('/v1/runs', { body: { code: 'select 1\n-- \0', language } })
    const { error } = (await answer.json()) as { error: { code: string; message: string } }
    expect(error).toMatchObject({ code: 'INVALID_REQUEST' })
    expect(JSON.stringify(error)).toContain('NUL byte on line 2')
  })
})
