import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type KernelBench, openKernelBench } from '../kernel-bench.fixture.ts'

let r: KernelBench
beforeAll(async () => {
  r = await openKernelBench('r')
})
afterAll(() => r.destroy())

describe('an R cell', () => {
  it('has the last visible value as its result and prints the others', async () => {
    const { stdout, shown } = await r.run('1 + 1\ny <- 5\n"last"')
    expect([stdout, shown.map(({ data }) => data['text/plain'])]).toEqual(['[1] 2\n', ['[1] "last"']])
    expect((await r.run('invisible(3)')).shown).toEqual([])
  })

  it('shows a data frame as text, HTML and data', async () => {
    const data = await r.value('data.frame(n = c(1.5, NA), t = c("<é>", "b"), l = c(TRUE, FALSE))')
    expect(data?.['text/html']).toContain('<td>&lt;é&gt;</td>')
    expect(data?.['application/vnd.anneal.table+json']).toEqual({
      columns: [
        { name: 'n', type: 'numeric' },
        { name: 't', type: 'character' },
        { name: 'l', type: 'logical' },
      ],
      rows: [
        [1.5, '<é>', true],
        [null, 'b', false],
      ],
      rowCount: 2,
      truncated: false,
    })
  })

  it('shows its figures as PNG, one for each page', async () => {
    const { shown } = await r.run('plot(1:3)\nhist(c(1, 2, 2))\ninvisible()')
    expect(shown.map(({ data }) => Object.keys(data))).toEqual([['image/png'], ['image/png']])
    expect(String(shown[0]?.data['image/png'])).toMatch(/^iVBORw0KGgo/)
  })

  it('displays bundles', async () => {
    const { shown } = await r.run('display(list("text/html" = "<b>\\"x\\"</b>"))')
    expect(shown).toMatchObject([{ isResult: false, data: { 'text/html': '<b>"x"</b>' } }])
  })

  it('says where it cannot be read', async () => {
    expect((await r.run('y <- (1 +\n  2))')).error).toMatchObject({ name: 'SyntaxError', line: 2, column: 5 })
  })

  it('says which call failed, at the line of the cell that led there', async () => {
    const { error } = await r.run('f <- function(z) stop("bad ", z)\n\nf(3)')
    expect(error).toMatchObject({
      name: 'simpleError',
      value: 'bad 3',
      line: 3,
      traceback: ['simpleError: bad 3', 'in f(3)'],
    })
  })

  it('warns on stderr and goes on', async () => {
    const { stderr, shown } = await r.run('warning("careful")\n5')
    expect([stderr, shown[0]?.data['text/plain']]).toEqual([expect.stringContaining('careful'), '[1] 5'])
  })

  it('is ended by q, and the kernel goes on', async () => {
    await r.run('kept <- 7')
    expect((await r.run('q(status = 3)')).error).toMatchObject({ name: 'ExitError', value: 'exit status 3' })
    expect((await r.value('kept'))?.['text/plain']).toBe('[1] 7')
  })

  it('gives and takes values as JSON', async () => {
    const value = { numbers: [1, 2.5], mixed: ['x', 1], none: null, text: 'q\'"\\\n' }
    await r.contexts.setVariable(r.id, 'given', value)
    expect((await r.contexts.getVariable(r.id, 'given')).json).toEqual(value)
  })
})
