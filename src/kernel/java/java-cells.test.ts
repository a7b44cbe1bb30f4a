import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type KernelBench, openKernelBench } from '../kernel-bench.fixture.ts'

let java: KernelBench
beforeAll(async () => {
  java = await openKernelBench('java')
})
afterAll(() => java.destroy())

describe('a Java cell', () => {
  it('has its last expression as its result, and declarations and assignments have none', async () => {
    expect((await java.value('int n = 20; n * 2'))?.['text/plain']).toBe('40')
    expect((await java.run('n = 3;')).shown).toEqual([])
    expect((await java.value('System.getProperty("nobody.set.it")'))?.['text/plain']).toBe('null')
    expect((await java.value('new int[] {1, 2}'))?.['text/plain']).toContain('1, 2')
  })

  it('has methods, classes, records, lambdas and the usual imports', async () => {
    await java.run('record Point(int x, int y) {}\nint twice(int n) {\n  return n * 2;\n}\n// a comment at the end')
    const cell =
      'var points = List.of(new Point(1, 2));\npoints.stream().map(p -> twice(p.y())).collect(Collectors.toList())'
    expect((await java.value(cell))?.['text/plain']).toBe('[4]')
  })

  it('says where it cannot be compiled, and earlier statements stay', async () => {
    const { error } = await java.run('int kept = 7;\n\nint broken = "text";')
    expect(error).toMatchObject({ name: 'CompilationError', line: 3, value: expect.stringContaining('incompatible') })
    expect((await java.value('kept'))?.['text/plain']).toBe('7')
    expect((await java.run('int open( {')).error?.name).toBe('CompilationError')
  })

  it('says which lines led to an exception', async () => {
    const { error } = await java.run('void fall() {\n  throw new IllegalStateException("deep");\n}\nfall();')
    expect(error).toMatchObject({ name: 'java.lang.IllegalStateException', value: 'deep', line: 2 })
    expect(error?.traceback.slice(0, 2)).toEqual(['java.lang.IllegalStateException: deep', '    at fall (line 2)'])
  })

  it('is warned of undeclared names, and fails when they are needed', async () => {
    expect((await java.run('int later() { return missing(); }')).stderr).toContain('missing()')
    expect((await java.run('later()')).error).toMatchObject({ name: 'UnresolvedReference' })
  })

  it('has the variables of its context and of its execution as system properties', async () => {
    const { id } = await java.contexts.create({ language: 'java', env: { COLOUR: 'blue' } })
    const ask = 'System.getProperty("COLOUR") + System.getenv("COLOUR")'
    const lent = await java.contexts.execute(id, ask, { env: { COLOUR: 'red' } })
    const own = await java.contexts.execute(id, ask)
    expect([lent, own].map(({ shown }) => shown[0]?.data['text/plain'])).toEqual(['"redblue"', '"blueblue"'])
  })

  it('fails, and keeps its state, where a variable has an invalid name', async () => {
    await java.run('int left = 3;')
    expect((await java.run('left', { env: { COLOUR: 'red', '': 'x' } })).error?.name).toContain('IllegalArgument')
    expect((await java.value('left + System.getProperty("COLOUR", "none")'))?.['text/plain']).toBe('"3none"')
  })

  it('gives and takes values as JSON', async () => {
    await java.contexts.setVariable(java.id, 'given', { list: [1, 2.5, null], text: 'q\'"\\\n' })
    expect((await java.value('given.get("list")'))?.['text/plain']).toBe('[1, 2.5, null]')
    await java.contexts.setVariable(java.id, 'word', 'héllo')
    expect((await java.contexts.getVariable(java.id, 'word')).json).toBe('héllo')
  })

  it('cannot be saved, and says so', async () => {
    await expect(java.contexts.states(java.id).save()).rejects.toMatchObject({ code: 'UNSUPPORTED' })
    await expect(java.contexts.states(java.id).digests()).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  })
})

it('a sandbox without a JDK says which package to install', async () => {
  await java.run(
    'Files.createSymbolicLink(Files.createDirectory(Path.of("few")).resolve("python3"), Path.of("/usr/bin/python3"))',
  )
  const asked = java.contexts.create({ language: 'java', env: { PATH: '/workspace/few' } })
  await expect(asked).rejects.toMatchObject({ code: 'KERNEL_FAILED', message: expect.stringContaining('default-jdk') })
})
