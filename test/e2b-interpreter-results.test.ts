import { type Result, Sandbox } from '@e2b/code-interpreter'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'

let server: E2bServer
let sandbox: Sandbox
const resultsOf = async (code: string): Promise<Result[]> => (await sandbox.runCode(code)).results

beforeAll(async () => {
  server = await startE2bServer()
  sandbox = await Sandbox.create('code-interpreter-v1', server.options)
})
afterAll(() => server.close())

describe('a value that code shows', () => {
  it('has each format by its name, and all others as extra', async () => {
    const bundle = `{'text/html': '<b>', 'text/latex': 'x', 'image/svg+xml': '<svg/>', 'text/markdown': '#', 'my/own': 1}`
    const [shown] = await resultsOf(`display(${bundle}, raw=True)`)
    expect(shown).toMatchObject({ html: '<b>', latex: 'x', svg: '<svg/>', markdown: '#', isMainResult: false })
    // The SDK for JavaScript has it nowhere else.
    expect(shown?.raw.extra).toEqual({ 'my/own': '1' })
    expect(shown?.text).toBeUndefined()
  })

  it('is JSON for lists and dictionaries', async () => {
    expect((await resultsOf('{"a": [1, None]}'))[0]?.json).toEqual({ a: [1, null] })
  })

  it('is data for a table, by column, with times as ISO and all of its rows', async () => {
    const code = `import pandas as pd
pd.DataFrame({'n': range(1500), 'at': pd.date_range('2024-01-01', periods=1500)}, index=pd.RangeIndex(5, 1505))`
    const [{ data = {}, html, extra } = {} as Result] = await resultsOf(code)
    const columns = Object.entries(data as Record<string, unknown[]>)
    expect(columns.map(([name, values]) => [name, values.length, values[0]])).toEqual([
      ['n', 1500, 0],
      ['at', 1500, '2024-01-01T00:00:00'],
    ])
    expect([html, extra]).toEqual([expect.stringContaining('<table'), {}])
  })

  it('is a picture and a chart for a figure', async () => {
    const code = `
      import matplotlib.pyplot as plt
      plt.bar(['a', 'b'], [1, 2], label='sold'); plt.xlabel('who'); plt.ylabel('weight (kg)'); plt.title('Shop')
      plt.show()`
    const [{ png, chart, extra } = {} as Result] = await resultsOf(code)
    expect([png?.slice(0, 8), extra]).toEqual(['iVBORw0K', {}])
    expect(chart).toMatchObject({
      ...{ type: 'bar', title: 'Shop', x_label: 'who', x_unit: null, y_label: 'weight (kg)', y_unit: 'kg' },
      elements: [
        { label: 'a', group: 'sold', value: 1 },
        { label: 'b', group: 'sold', value: 2 },
      ],
    })
  })

  it('is a picture for an image that is the value, shown or saved, and once for a figure that is saved', async () => {
    const image = `from PIL import Image\nimage = Image.new('RGB', (4, 4))\n`
    for (const use of ['image', 'image.show()', 'image.save("it.png")'])
      expect((await resultsOf(image + use)).map(({ png }) => png?.slice(0, 8))).toEqual(['iVBORw0K'])
    const figure = 'import matplotlib.pyplot as plt\nplt.plot([1, 2]); plt.savefig("figure.png")'
    expect((await resultsOf(`${figure}\nNone`)).map(({ chart }) => chart?.type)).toEqual(['line'])
  })
})
