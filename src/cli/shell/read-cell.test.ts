import { describe, expect, it } from 'vitest'
import { INTERRUPTED, type Lines } from './lines.ts'
import { createPipedLines } from './piped-lines.ts'
import { type Cell, readCell } from './read-cell.ts'
import { shellLanguages } from './shell-languages.ts'

const [python, bash] = shellLanguages
if (!python || !bash) throw new Error('no languages')
const PROMPTS = { first: '> ', more: '. ' }

/** Typed lines; the lines of one list come at once, like pasted ones. */
function typed(pastes: (string | typeof INTERRUPTED)[][]): Lines & { prompts: string[] } {
  const queue: (string | typeof INTERRUPTED)[] = []
  const prompts: string[] = []
  return {
    prompts,
    isTyped: true,
    async read(prompt) {
      if (queue.length === 0) {
        prompts.push(prompt)
        queue.push(...(pastes.shift() ?? []))
      }
      return queue.shift()
    },
    peek: async () => queue.find((line) => line !== INTERRUPTED),
    close: () => {},
  }
}

const piped = (text: string, pieceBytes = 3): Lines => {
  const bytes = Buffer.from(text)
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  return createPipedLines(pieces())
}

async function cellsOf(lines: Lines, language = python): Promise<Cell[]> {
  const cells: Cell[] = []
  for (;;) {
    const cell = await readCell(lines, language as typeof bash & object, PROMPTS)
    cells.push(cell)
    if (cell === 'end') return cells
  }
}

describe('typed lines', () => {
  it('run as soon as nothing is missing, and blocks at an empty line', async () => {
    const lines = typed([['x = ['], ['1]'], ['def f():'], ['  return 1'], [''], ['f()']])
    expect(await cellsOf(lines)).toEqual([
      { code: 'x = [\n1]\n' },
      { code: 'def f():\n  return 1\n' },
      { code: 'f()\n' },
      'end',
    ])
    expect(lines.prompts).toEqual(['> ', '. ', '> ', '. ', '. ', '> ', '> '])
  })

  it('keep a pasted block with empty lines whole', async () => {
    const lines = typed([['def f():', '  a = 1', '', '  return a', '', 'f()']])
    expect(await cellsOf(lines)).toEqual([{ code: 'def f():\n  a = 1\n\n  return a\n' }, { code: 'f()\n' }, 'end'])
  })

  it('are dropped by Ctrl-C', async () => {
    expect(await cellsOf(typed([['x = ['], [INTERRUPTED], ['1']]))).toEqual(['dropped', { code: '1\n' }, 'end'])
  })

  it('are commands when they begin with a slash and a word', async () => {
    expect(await cellsOf(typed([['/checkpoint before it'], ['/Vars'], ['/bin/ls']]), bash)).toEqual([
      { command: 'checkpoint', rest: 'before it' },
      { command: 'vars', rest: '' },
      { code: '/bin/ls\n' },
      'end',
    ])
  })
})

describe('piped lines', () => {
  it('are cells with empty lines between them, and commands', async () => {
    const text = 'a = 1\nb = 2\n\n\nif a:\r\n  b\n\nelse:\n  a\n\nb\n/vars\nlast = "ä"'
    expect(await cellsOf(piped(text))).toEqual([
      { code: 'a = 1\nb = 2\n' },
      { code: 'if a:\n  b\n\nelse:\n  a\n' },
      { code: 'b\n' },
      { command: 'vars', rest: '' },
      { code: 'last = "ä"\n' },
      'end',
    ])
  })

  it('run as far as they came when the input ends in the middle', async () => {
    expect(await cellsOf(piped('x = ['))).toEqual([{ code: 'x = [\n' }, 'end'])
  })
})
