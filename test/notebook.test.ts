import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMPILED } from './support/compiled.ts'

const program = new URL('../bin/anneal.js', import.meta.url).pathname
const codeCell = (source: string) => ({ cell_type: 'code', execution_count: 9, metadata: {}, outputs: [{}], source })
const CELLS = [
  { cell_type: 'markdown', metadata: {}, source: ['# Title'] },
  codeCell('x = 20\nprint("one")\nx + 1'),
  codeCell('display({"text/html": "<b>two</b>"}, raw=True)'),
  codeCell('print("three")\nx[0]'),
  codeCell('x + 2'),
]

describe('anneal run notebook.ipynb', () => {
  let place = ''
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'anneal-notebook-'))
    const body = { cells: CELLS, metadata: { of: 'mine', kernelspec: { language: 'python' } }, nbformat: 4 }
    await writeFile(join(place, 'a.ipynb'), `${JSON.stringify(body, null, 1)}\n`)
    await chmod(join(place, 'a.ipynb'), 0o600)
  })
  afterAll(() => rm(place, { recursive: true }))

  async function run(...told: string[]) {
    const env = { ...process.env, ...COMPILED, ANNEAL_HOME: join(place, 'home'), ANNEAL_SERVER: '' }
    const child = spawn(process.execPath, [program, 'run', 'a.ipynb', '--attempts', '1', ...told], { env, cwd: place })
    const printed = { stdout: '', stderr: '' }
    child.stdout.on('data', (bytes) => (printed.stdout += bytes))
    child.stderr.on('data', (bytes) => (printed.stderr += bytes))
    const [exitCode] = await once(child, 'close')
    return { exitCode: exitCode as number, ...printed }
  }

  it('goes on after a failing cell with --continue, and writes all of standard output with --output -', async () => {
    const before = await readFile(join(place, 'a.ipynb'), 'utf8')
    const { exitCode, stdout, stderr } = await run('--continue', '--output', '-', '--quiet')
    expect(exitCode).toBe(1)
    const { cells } = JSON.parse(stdout)
    expect(stderr).toContain('one\n21\n')
    expect(cells.map((cell: { execution_count?: number }) => cell.execution_count)).toEqual([undefined, 1, 2, 3, 4])
    expect(cells[4].outputs).toMatchObject([{ data: { 'text/plain': ['22'] }, output_type: 'execute_result' }])
    expect(await readFile(join(place, 'a.ipynb'), 'utf8')).toBe(before)
  })

  it('runs its cells in one session up to the one that fails, and keeps everything else', async () => {
    const { exitCode, stdout, stderr } = await run()
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining('one\n21\n')])
    expect(stderr).toContain('3 cells of 4 ran; their outputs are in a.ipynb')
    const text = await readFile(join(place, 'a.ipynb'), 'utf8')
    const { cells, ...rest } = JSON.parse(text)
    expect(rest).toEqual({ metadata: { of: 'mine', kernelspec: { language: 'python' } }, nbformat: 4 })
    expect(cells.map(({ source }: { source: unknown }) => source)).toEqual(CELLS.map(({ source }) => source))
    expect(cells[1].outputs).toMatchObject([
      { text: ['one\n'] },
      { data: { 'text/plain': ['21'] }, execution_count: 1 },
    ])
    expect(cells[2].outputs).toMatchObject([{ data: { 'text/html': ['<b>two</b>'] }, output_type: 'display_data' }])
    expect(cells[3].outputs).toMatchObject([{ text: ['three\n'] }, { ename: 'TypeError', output_type: 'error' }])
    expect(cells[4]).toMatchObject({ execution_count: null, outputs: [] })
    expect((await stat(join(place, 'a.ipynb'))).mode & 0o777).toBe(0o600)
    expect((await readdir(place)).sort()).toEqual(['a.ipynb', 'home'])
  })
})
