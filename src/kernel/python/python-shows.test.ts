import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KernelEvent } from '../kernel-event.ts'
import { openPythonBench, type PythonBench } from './python-bench.fixture.ts'

const TABLE = 'application/vnd.anneal.table+json'
const CHART = 'application/vnd.anneal.chart+json'
const PNG_BASE64 = /^iVBORw0KGgo/
let python: PythonBench

beforeAll(async () => {
  python = await openPythonBench()
  const { error } = await python.run('import numpy, pandas as pd, matplotlib.pyplot as plt')
  if (error) throw new Error(`${error.value}: apt-get install -y python3-numpy python3-pandas python3-matplotlib`)
})
afterAll(() => python.destroy())

const dataOf = async (code: string) => {
  const { error, shown, stderr } = await python.run(code)
  if (error) throw new Error(error.traceback.join('\n'))
  expect(stderr).toBe('')
  return shown.map(({ data }) => data)
}

describe('a representation that an object offers itself', () => {
  it('is shown by MIME type: text as it is, bytes as base64', async () => {
    const code = `class Rich:
    def __repr__(self): return 'rich'
    def _repr_html_(self): return '<b>rich</b>'
    def _repr_markdown_(self): return '**rich**'
    def _repr_svg_(self): return '<svg/>'
    def _repr_png_(self): return b'png'
    def _repr_jpeg_(self): return b'jpeg', {'width': 3}
    def _repr_pdf_(self): return b'pdf'
    def _repr_latex_(self): return '$r$'
    def _repr_json_(self): return {'r': [1]}
    def _repr_javascript_(self): return 'rich()'
Rich()`
    expect(await dataOf(code)).toEqual([
      {
        'text/plain': 'rich',
        'text/html': '<b>rich</b>',
        'text/markdown': '**rich**',
        'image/svg+xml': '<svg/>',
        'image/png': 'cG5n',
        'image/jpeg': 'anBlZw==',
        'application/pdf': 'cGRm',
        'text/latex': '$r$',
        'application/json': { r: [1] },
        'application/javascript': 'rich()',
      },
    ])
  })

  it('may have several forms at once, a Vega chart among them', async () => {
    const vega = 'application/vnd.vega.v5+json'
    const code = `class Chart:\n    def _repr_mimebundle_(self, include=None, exclude=None):\n        return {'${vega}': {'marks': []}, 'text/plain': 'a chart'}\nChart()`
    expect(await dataOf(code)).toEqual([{ [vega]: { marks: [] }, 'text/plain': 'a chart' }])
  })

  it('is not asked of a class, nor of an object that claims to have every method', async () => {
    await dataOf('Rich')
    expect(await dataOf('from unittest.mock import MagicMock\nMagicMock(name="m")')).toEqual([
      { 'text/plain': expect.stringContaining("MagicMock name='m'") },
    ])
  })

  it('and fails is reported on stderr, and the rest is shown', async () => {
    const code = "class Half:\n    def __repr__(self): return 'half'\n    def _repr_html_(self): 1/0\nHalf()"
    const { status, stderr, shown } = await python.run(code)
    expect([status, shown[0]?.data]).toEqual(['ok', { 'text/plain': 'half' }])
    expect(stderr).toContain('ZeroDivisionError')
    expect(stderr).not.toContain('kernel')
  })

  it('comes as JSON too for lists and dictionaries', async () => {
    expect(await dataOf('{"a": [1, None]}')).toEqual([
      { 'text/plain': "{'a': [1, None]}", 'application/json': { a: [1, null] } },
    ])
    expect(await dataOf('[float("nan")]')).toEqual([{ 'text/plain': '[nan]' }])
  })

  it('is left out with a note when it is too large to send', async () => {
    const [data] = await dataOf(
      "class Huge:\n    def __repr__(self): return 'huge'\n    def _repr_html_(self): return 'x' * 13_000_000\nHuge()",
    )
    expect(data).toEqual({ 'text/plain': 'huge\n[text/html left out: 13000000 bytes]' })
  })

  it('may use the API of notebooks, with or without IPython', async () => {
    const code = `from IPython.display import display, HTML, Image, Markdown
display(HTML("<b>"), Markdown("**m**"))
Image(data=b"\\x89PNG\\r\\n")`
    expect((await dataOf(code)).map((data) => Object.keys(data)[0])).toEqual([
      'text/html',
      'text/markdown',
      'image/png',
    ])
  })

  it('is displayed at once, in the order of the output', async () => {
    const told: KernelEvent[] = []
    const code = 'print("a")\ndisplay(1, 2)\nprint("b")\ndisplay({"text/html": "<i>"}, raw=True, metadata={"m": 1})'
    await python.run(code, { onEvent: (event) => void told.push(event) })
    expect(told.map(({ type }) => type)).toEqual(['stdout', 'display', 'display', 'stdout', 'display', 'done'])
    expect(told.at(-2)).toMatchObject({ data: { 'text/html': '<i>' }, metadata: { m: 1 } })
  })
})

describe('a DataFrame', () => {
  it('is shown as text, HTML and data', async () => {
    const code =
      'pd.DataFrame({"n": [1, 2], "t": pd.to_datetime(["2024-01-02", None]), "s": ["x", None], "f": [0.5, None]})'
    const [data] = await dataOf(code)
    expect(data?.['text/plain']).toContain('2024-01-02')
    expect(data?.['text/html']).toContain('<table')
    expect(data?.[TABLE]).toEqual({
      columns: [
        { name: 'n', type: 'int64' },
        { name: 't', type: 'datetime64[ns]' },
        { name: 's', type: 'object' },
        { name: 'f', type: 'float64' },
      ],
      rows: [
        [1, '2024-01-02T00:00:00', 'x', 0.5],
        [2, null, null, null],
      ],
      rowCount: 2,
      truncated: false,
    })
  })

  it('has columns for a meaningful index', async () => {
    const [data] = await dataOf('pd.DataFrame({"v": [1]}, index=pd.Index(["row"], name="key"))')
    expect(data?.[TABLE]).toMatchObject({ columns: [{ name: 'key' }, { name: 'v' }], rows: [['row', 1]] })
    const [series] = await dataOf('pd.Series([5], index=["a"], name="v")')
    expect(series?.[TABLE]).toMatchObject({ columns: [{ name: 'index' }, { name: 'v' }], rows: [['a', 5]] })
  })

  it('is cut at a thousand rows, and says so', async () => {
    const [data] = await dataOf('pd.DataFrame({"n": range(1500)})')
    const rows = Array.from({ length: 1000 }, (_, index) => [index])
    expect(data?.[TABLE]).toMatchObject({ rowCount: 1500, truncated: true, rows })
  })
})

describe('a figure', () => {
  it('is shown by plt.show() and at the end of the cell, once', async () => {
    const code = 'plt.plot([1, 2]); plt.show()\nprint("between")\nplt.plot([3, 4]);'
    const told: string[] = []
    const { shown } = await python.run(code, { onEvent: ({ type }) => void told.push(type) })
    expect(told).toEqual(['display', 'stdout', 'display', 'done'])
    for (const { data } of shown) expect(data['image/png']).toMatch(PNG_BASE64)
    expect((await python.run('1')).shown).toHaveLength(1)
    const own = await python.run('figure, axes = plt.subplots(); axes.plot([1]); figure')
    expect(own.shown.map(({ isResult }) => isResult)).toEqual([true])
  })

  const chartOf = async (code: string) => (await dataOf(`${code};`))[0]?.[CHART]

  it('is given as data: lines with title, axes and units', async () => {
    const code =
      'plt.plot([1, 2], [3, 4], label="up"); plt.plot([1, 2], [0, 0]); plt.title("Title"); plt.yscale("log")\nplt.xlabel("time (s)"); plt.ylabel("mass [kg]")'
    expect(await chartOf(code)).toMatchObject({
      type: 'line',
      title: 'Title',
      x_label: 'time (s)',
      x_unit: 's',
      y_label: 'mass [kg]',
      y_unit: 'kg',
      x_scale: 'linear',
      y_scale: 'log',
      x_ticks: expect.arrayContaining([1, 2]),
      elements: [
        {
          label: 'up',
          points: [
            [1, 3],
            [2, 4],
          ],
        },
        {
          label: 'series 2',
          points: [
            [1, 0],
            [2, 0],
          ],
        },
      ],
    })
  })

  it('is given as data: points, dates and categories', async () => {
    const mean = 'plt.axhline(3.5)'
    expect(await chartOf(`plt.scatter([1, 2], [3, 4], label="cloud"); ${mean}`)).toMatchObject({
      type: 'scatter',
      elements: [
        {
          label: 'cloud',
          points: [
            [1, 3],
            [2, 4],
          ],
        },
      ],
    })
    expect(await chartOf('plt.plot(pd.to_datetime(["2024-01-01", "2024-01-02"]), [1, 2])')).toMatchObject({
      x_scale: 'datetime',
      x_ticks: expect.arrayContaining(['2024-01-01T00:00:00+00:00']),
      elements: [
        {
          points: [
            ['2024-01-01T00:00:00', 1],
            ['2024-01-02T00:00:00', 2],
          ],
        },
      ],
    })
    expect(await chartOf('plt.plot(["a", "b"], [1, 2])')).toMatchObject({ x_scale: 'categorical' })
  })

  it('is given as data: bars, upright and lying', async () => {
    const elements = [
      { label: 'a', group: 'g', value: 1 },
      { label: 'b', group: 'g', value: 2 },
    ]
    expect(await chartOf('plt.bar(["a", "b"], [1, 2], label="g")')).toMatchObject({ type: 'bar', elements })
    const lying = 'plt.barh(["a", "b"], [1, 2], label="g"); plt.xlabel("sold (kg)"); plt.ylabel("who")'
    expect(await chartOf(lying)).toMatchObject({
      type: 'bar',
      x_label: 'who',
      y_label: 'sold (kg)',
      y_unit: 'kg',
      elements,
    })
  })

  it('is given as data: pie, boxes, and several charts in one', async () => {
    const code =
      'f, (p, b) = plt.subplots(1, 2); p.pie([1, 3], labels=["a", "b"]); f.suptitle("both")\nb.boxplot([[1, 2, 3, 4, 100]], labels=["x"])'
    expect(await chartOf(code)).toMatchObject({
      type: 'superchart',
      title: 'both',
      elements: [
        {
          type: 'pie',
          elements: [
            { label: 'a', angle: 90 },
            { label: 'b', radius: 1 },
          ],
        },
        {
          type: 'box_and_whisker',
          elements: [{ label: 'x', min: 1, first_quartile: 2, median: 3, third_quartile: 4, max: 4, outliers: [100] }],
        },
      ],
    })
  })

  it('needs no import before the user asks for it', async () => {
    await python.restart()
    expect(
      await python.value('import sys\n[m for m in ("numpy", "pandas", "matplotlib", "asyncio") if m in sys.modules]'),
    ).toBe('[]')
  })
})

it('columns of a table are among its attributes where they are names', async () => {
  await python.run('import pandas as pd\ntable = pd.DataFrame({"price": [1], "no name": [2]})')
  const names = await python.attributes('table')
  expect(names).toEqual(expect.arrayContaining(['price', 'head']))
  expect(names).not.toContain('no name')
})
