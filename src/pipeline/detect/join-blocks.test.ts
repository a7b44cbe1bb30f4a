import { afterAll, describe, expect, it } from 'vitest'
import { languages } from '../../language/languages.ts'
import { createReading } from '../reading/reading-jobs.ts'
import { createDetect } from './detect.ts'

const reading = createReading()
const detect = createDetect({ languages, reading })
afterAll(() => reading.close())

/** The blocks of an answer with fences of one language, each as: joined with, run or not, code. */
async function joined(language: string, ...codes: string[]) {
  const text = codes.map((code) => `\`\`\`${language}\n${code}\n\`\`\`\n`).join('\nThen:\n\n')
  return (await detect.blocksOf(text)).blocks.map(({ joins = [], executable, code }) => [joins, executable, code])
}

describe('fragments of one program', () => {
  it('are joined when the later needs names of the earlier, which is then run as part of it', async () => {
    expect(await joined('python', 'def f(x):\n    return x', 'print(f"{f(1)}")')).toEqual([
      [[], false, 'def f(x):\n    return x\n'],
      [[0], true, 'def f(x):\n    return x\nprint(f"{f(1)}")\n'],
    ])
  })

  it('say of which block they are part', async () => {
    const { blocks } = await detect.blocksOf('```py\nx = 1\n```\n```py\nprint(x)\n```')
    expect(blocks.map(({ reason }) => reason)).toEqual(['part of block 2', 'it goes on with block 1'])
  })

  it('bring along the names that their parts need, and the changes in between', async () => {
    const [, , last] = await joined('python', 'items = []', 'items.append(1)', 'print(items)')
    expect(last).toEqual([[0, 1], true, 'items = []\nitems.append(1)\nprint(items)\n'])
    const [, , table] = await joined('sql', 'create table t (x);', 'insert into t values (1);', 'select x from t;')
    expect(table).toEqual([[0, 1], true, 'create table t (x);\ninsert into t values (1);\nselect x from t;\n'])
  })

  it('take the last of several that give a name', async () => {
    const [, , last] = await joined('js', 'const a = 1\nconsole.log(a)', 'const a = 2', 'console.log(a)')
    expect(last).toEqual([[1], true, 'const a = 2\nconsole.log(a)\n'])
  })

  it('are TypeScript when one of them is', async () => {
    const { blocks } = await detect.blocksOf('```ts\nconst a: number = 1\n```\n```js\nconsole.log(a)\n```')
    expect(blocks[1]).toMatchObject({ language: 'typescript', joins: [0], executable: true })
  })

  it('continue a class with a method that stands alone', async () => {
    const [, method] = await joined('python', 'class A:\n    x = 1', '    def f(self):\n        return self.x')
    expect(method).toEqual([[0], true, 'class A:\n    x = 1\n    def f(self):\n        return self.x\n'])
  })

  it('stay apart when each is whole, when their languages differ, and when they do not parse together', async () => {
    const alone = (blocks: unknown[][]) => blocks.every(([joins, executable]) => String(joins) === '' && executable)
    expect(alone(await joined('python', 'x = 1\nprint(x)', 'x = 2\nprint(x)'))).toBe(true)
    expect(alone(await joined('js', 'let a = 1\nlet b = 2', 'let b = 3\nconsole.log(a, b)'))).toBe(true)
    const { blocks } = await detect.blocksOf('```py\nname = 1\n```\n```js\nconsole.log(name)\n```')
    expect(blocks.map(({ executable }) => executable)).toEqual([true, true])
  })
})
