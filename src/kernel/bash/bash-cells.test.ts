import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type KernelBench, openKernelBench } from '../kernel-bench.fixture.ts'

let bash: KernelBench
beforeAll(async () => {
  bash = await openKernelBench('bash')
})
afterAll(() => bash.destroy())

const STATE =
  'x=1; list=(a "b c"); declare -A map=([k]=v); greet() { echo "hi $x"; }; shopt -s nullglob; alias say=echo; export SENT=yes; mkdir -p sub; cd sub'
const ASK = 'greet; declare -p list map; shopt -q nullglob && echo null; alias say; printenv SENT; pwd'
const ANSWER = `hi 1
declare -a list=([0]="a" [1]="b c")
declare -A map=([k]="v" )
null
alias say='echo'
yes
/workspace/sub
`

describe('the state of a Bash kernel', () => {
  it.each([
    ['a cell that succeeds', 'true', 'ok'],
    ['a cell that fails', 'false', 'error'],
    ['exit', 'exit 3', 'error'],
    ['exit 0', 'exit 0', 'ok'],
    ['exit inside of a function that hides a variable', 'inner() { local x=2; exit 4; }; inner', 'error'],
    ['a failure under set -e', 'set -e; false; echo no', 'error'],
    ['a variable that is not set under set -u', 'set +e -u; echo $nothing; echo no', 'error'],
    ['break', 'set +u; break', 'ok'],
  ])('survives %s: variables, functions, options, aliases, directory', async (_, code, status) => {
    await bash.run(`cd /workspace; ${STATE}`)
    expect(await bash.run(code)).toMatchObject({ status, stateLost: false })
    expect(await bash.printed(ASK)).toBe(ANSWER)
  })

  it('survives an interrupt inside of a function', async () => {
    const { status } = await bash.interrupted('slow() { local x=9; sleep 60; }; slow; echo no')
    expect([status, await bash.printed(ASK)]).toEqual(['interrupted', ANSWER])
  })

  it('keeps shell options from cell to cell', async () => {
    await bash.run('set -e')
    expect((await bash.run('false; echo no')).stdout).toBe('')
    expect(await bash.printed('echo $-; set +e')).toContain('e')
  })

  it('is lost with a shell that replaces itself, and the result says so', async () => {
    expect(await bash.run('exec true')).toMatchObject({ stateLost: true, error: { name: 'KernelDied' } })
    expect(await bash.printed('[[ -v x ]] || echo gone')).toBe('gone\n')
  })
})

describe('a Bash cell', () => {
  it.each([
    ['a command that does not exist', 'echo a\nnope', 'exit status 127', 2],
    ['a block without an end', 'if true; then\necho a', 'exit status 2', 3],
  ])('says status and line when it fails by %s', async (_, code, value, line) => {
    expect((await bash.run(code)).error).toMatchObject({ name: 'ExitError', value, line })
  })

  it('reads the given input, together with the programs it starts', async () => {
    const code = 'read -r first; cat; echo "[$first]"'
    expect(await bash.printed(code, { stdin: 'one\ntwo\n' })).toBe('two\n[one]\n')
    expect(await bash.printed('cat')).toBe('')
  })

  it('may use the low descriptors for itself', async () => {
    expect(await bash.printed('exec 3>three; echo hi >&3; exec 3>&-; cat three')).toBe('hi\n')
  })

  it('hears of background work with the cell that runs then', async () => {
    await bash.run('(sleep 0.1; echo late) &')
    expect(await bash.printed('wait; sleep 0.5')).toBe('late\n')
  })

  it('gives and takes texts, lists and maps', async () => {
    const values = { text: "it's $x", list: ['1', 'two words'], map: { key: 'a "b"' } }
    for (const [name, value] of Object.entries(values)) {
      await bash.contexts.setVariable(bash.id, name, value)
      expect((await bash.contexts.getVariable(bash.id, name)).json).toEqual(value)
    }
    const listed = await bash.contexts.variables(bash.id)
    expect(listed).toContainEqual({ name: 'text', type: 'string', summary: "it's $x" })
    expect(listed.some(({ name }) => name.startsWith('__') || name === 'HOME')).toBe(false)
  })
})
