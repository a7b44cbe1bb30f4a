import { execFileSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { createFakeHost } from '../fake-host.fixture.ts'
import { main } from '../main.ts'

async function scriptFor(shell: string): Promise<string> {
  const { host, seen } = createFakeHost()
  expect(await main(['completion', shell], host)).toBe(0)
  return seen.stdout
}

describe('completion for bash', () => {
  let script: string
  beforeAll(async () => {
    script = await scriptFor('bash')
  })

  /** The offers of bash itself for a line that ends in an unfinished word. */
  const offers = (line: string): string[] => {
    const words = line.split(' ')
    const ask = `${script}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_anneal; printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['-c', ask], { encoding: 'utf8' }).split('\n').filter(Boolean)
  }

  it.each([
    ['anneal r', ['run', 'runs', 'restore']],
    ['anneal sh', ['shell']],
    ['anneal session re', ['read', 'remove']],
    ['anneal checkpoint i', ['import']],
    ['anneal checkpoint import package.js', ['package.json']],
    ['anneal session create --checkpoint-every ', []],
    ['anneal runs ', ['list', 'show', 'follow', 'cancel', 'delete', 'prune']],
    ['anneal keys add --a', ['--admin', '--api-key']],
    ['anneal run --t', ['--text', '--timeout', '--tests']],
    ['anneal logs --level ', ['debug', 'info', 'warn', 'error']],
    ['anneal logs --level w', ['warn']],
    ['anneal run --timeout ', []],
    ['anneal run package.js', ['package.json']],
    ['anneal run a.py --input tsconfig.js', ['tsconfig.json']],
    ['anneal completion ', ['bash', 'zsh', 'fish']],
  ])('offers for "%s" %j', (line, expected) => {
    expect(offers(line)).toEqual(expected)
  })
})

describe('completion for other shells', () => {
  it('knows every command and option, with help, in zsh', async () => {
    const script = await scriptFor('zsh')
    expect(script).toMatch(/^#compdef anneal\n/)
    expect(script).toContain("'run:run programs, the code in an answer, or a notebook'")
    expect(script).toContain("'--quiet:print the program'\\''s output and nothing else'")
    expect(script).toContain("'logs,--level') compadd -- debug info warn error; return ;;")
  })

  it('knows every command and option, with help, in fish', async () => {
    const script = await scriptFor('fish')
    expect(script).toContain(
      "complete -c anneal -n '__anneal_at \\'\\'' -a run -d 'run programs, the code in an answer, or a notebook'",
    )
    expect(script).toContain(
      "-n '__anneal_at \\'logs\\'' -l level -x -a 'debug info warn error' -d 'this level and above'",
    )
    expect(script).toContain(
      "-n '__anneal_at \\'run\\'' -s q -l quiet -d 'print the program\\'s output and nothing else'",
    )
  })
})
