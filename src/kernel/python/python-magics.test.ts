import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPythonBench, type PythonBench } from './python-bench.fixture.ts'

let python: PythonBench

beforeAll(async () => {
  python = await openPythonBench()
})
afterAll(() => python.destroy())

const printed = async (code: string, stdin?: string) => {
  const { error, stdout } = await python.run(code, stdin === undefined ? {} : { stdin })
  if (error) throw new Error(error.traceback.join('\n'))
  return stdout
}

describe('a command in a cell', () => {
  it('runs between lines of Python, in order, with variables filled in', async () => {
    const code = 'name = "it"\nprint("a")\n!echo {name.upper()} $name $HOME\nif True:\n    !echo inside\nprint("b")'
    expect(await printed(code)).toBe('a\nIT it /workspace\ninside\nb\n')
    expect(await python.value('_exit_code')).toBe('0')
  })

  it('leaves the shell’s own syntax to the shell', async () => {
    expect(await printed("!echo a b | awk '{print $2}'; echo {1..3}")).toBe('b\n1 2 3\n')
    expect(await printed('!echo one \\\n  two\nprint("next")')).toBe('one two\nnext\n')
  })

  it('gives its lines to a variable', async () => {
    expect(await python.value('lines = !printf "a\\nb\\n"\nlines')).toBe("['a', 'b']")
    expect(await python.value('!false\n_exit_code')).toBe('1')
  })

  it('is heard while it runs, and reads the given input', async () => {
    const heard: string[] = []
    const { error } = await python.run('!echo first; sleep 0.3; cat', {
      stdin: 'given',
      onEvent: (event) => void (event.type === 'stdout' && heard.push(event.text)),
    })
    expect([error, heard]).toEqual([undefined, ['first\n', 'given']])
  })

  it('is ended by an interrupt, even if it ignores it', async () => {
    const code = '!trap "" INT; echo begun; while :; do sleep 1; done'
    expect(await python.interrupted(code)).toMatchObject({ status: 'interrupted', stateLost: false })
  })

  it('is not recognised where Python has its own meaning', async () => {
    expect(await python.value('(7\n%4)')).toBe('3')
    expect(await python.value('"""\n!echo no\n%who\n"""')).toContain('!echo no')
    const { error } = await python.run('a = = 1\n!echo no')
    expect(error?.name).toBe('SyntaxError')
  })
})

describe('a magic', () => {
  it('is refused with the list of known ones when nobody knows it', async () => {
    const { error } = await python.run('1\n%conjure up')
    expect(error).toMatchObject({ name: 'NameError', line: 2, value: expect.stringMatching(/%conjure.*%timeit/) })
    expect((await python.run('%%conjure\nx')).error?.value).toMatch(/%%conjure.*%%bash/)
  })

  it('%pip refuses at once packages that need a network', async () => {
    const { error } = await python.run('%pip install left-pad')
    expect(error?.value).toMatch(
      /pip is not installed|^left-pad is not installed here; an operator can add it with: anneal packages add left-pad$/,
    )
  })

  it('%timeit and %%timeit measure', async () => {
    expect(await printed('%timeit -n 10 -r 3 sum(range(10))')).toMatch(
      /^\S+ [mµn]?s ± \S+ [mµn]?s per loop \(mean ± std. dev. of 3 runs, 10 loops each\)\n$/,
    )
    expect(await printed('%%timeit -n2 -r1 start = 5\nend = start + 1\nassert end == 6')).toContain('2 loops')
    expect((await python.run('%timeit -n x')).error?.value).toContain('-n needs a number')
  })

  it('%time and %%time give the value of the measured code', async () => {
    expect(await python.value('%time 6 * 7')).toBe('42')
    const { stdout, shown } = await python.run('%%time\nm = 6\nm * 7')
    expect(stdout).toMatch(/^CPU times: .*\nWall time: .*\n$/)
    expect(shown[0]?.data['text/plain']).toBe('42')
    expect((await python.run('%%time\nm = 1\nm / 0')).error?.line).toBe(3)
  })

  it('%%bash runs a script, and its failure is an error', async () => {
    expect(await printed('%%bash\nfor i in 1 2; do echo $i; done')).toBe('1\n2\n')
    const failed = await python.run('%%bash\necho before\nexit 3')
    expect([failed.stdout, failed.error?.value]).toEqual(['before\n', expect.stringContaining('exit status 3')])
  })

  it('%%writefile writes and adds', async () => {
    expect(await printed('%%writefile note.txt\none\n')).toBe('Writing note.txt\n')
    expect(await printed('%%writefile -a note.txt\ntwo\n')).toBe('Appending to note.txt\n')
    expect(await printed('!cat note.txt')).toBe('one\ntwo\n')
  })

  it('%cd, %pwd, %env and %who show and change what they name', async () => {
    expect(await printed('%cd /tmp')).toBe('/tmp\n')
    expect(await python.value('%pwd')).toBe("'/tmp'")
    await printed('%cd')
    expect(await printed('%env COLOUR=red\n!echo $COLOUR')).toBe('env: COLOUR=red\nred\n')
    expect(await python.value('colour = %env COLOUR\ncolour')).toBe("'red'")
    expect(await printed('%who')).toContain('colour')
  })

  it('%matplotlib is accepted, and %%html and its kind are shown', async () => {
    expect(await printed('%matplotlib inline')).toBe('')
    const { shown } = await python.run('%%markdown\n**bold**')
    expect(shown[0]?.data['text/markdown']).toBe('**bold**')
  })
})
