import { afterAll, describe, expect, it } from 'vitest'
import { languages } from '../../language/languages.ts'
import { createReading } from '../reading/reading-jobs.ts'
import { createDetect } from './detect.ts'

const reading = createReading()
const detect = createDetect({ languages, reading })
afterAll(() => reading.close())

const first = async (text: string) => (await detect.blocksOf(text)).blocks.find(({ kind }) => kind !== 'inline')

describe('a block', () => {
  const tags: [info: string, language: string][] = [
    ['python', 'python'],
    ['Python title="x.py"', 'python'],
    ['py3', 'python'],
    ['python3.11', 'python'],
    ['{.python .numberLines}', 'python'],
    ['{python, echo=FALSE}', 'python'],
    ['language-python', 'python'],
    ['python:src/main.py', 'python'],
    ['main.py', 'python'],
    ['python,linenos', 'python'],
    ['constructor', 'python'],
    ['__proto__', 'python'],
  ]
  it.each(tags)('comes from the text behind the fence: %s', async (info, language) => {
    expect(await first(`~~~${info}\nprint(1)\n~~~`)).toMatchObject({ language, executable: true })
  })

  const sessions: [name: string, text: string, language: string, code: string][] = [
    ['Python', '>>> a = 1\n>>> a\n1', 'python', 'a = 1\na\n'],
    ['Python with bodies', '>>> if 1:\n...     print(2)\n...\n2', 'python', 'if 1:\n    print(2)\n\n'],
    ['IPython', 'In [1]: 1 + 1\nOut[1]: 2', 'python', '1 + 1\n'],
    ['a shell', '$ echo a\na\n$ echo b\nb', 'bash', 'echo a\necho b\n'],
    ['a shell with its host', 'me@box:~/x$ echo a\na', 'bash', 'echo a\n'],
    ['a shell that goes on', '$ echo a \\\n> b\na b', 'bash', 'echo a \\\nb\n'],
    ['SQLite', 'sqlite> select\n   ...> 1;\n1', 'sql', 'select\n1;\n'],
  ]
  it.each(sessions)('is the input in a session of %s, without the answers', async (_, text, language, code) => {
    expect(await first(`\`\`\`\n${text}\n\`\`\``)).toMatchObject({ language, code, executable: true })
  })

  it('comes from the parser when the fence is plainly wrong', async () => {
    expect(await first('```js\nconst a: number = 1\nconsole.log(a as number)\n```')).toMatchObject({
      language: 'typescript',
      reason: 'the fence says "js", but it is TypeScript',
    })
  })

  it('stays that of the fence when the code is only broken, since it can be repaired', async () => {
    expect(await first('```python\nprint("a"\n```')).toMatchObject({ language: 'python', executable: true })
  })

  const refused: [what: string, text: string, reason: RegExp][] = [
    ['leaves code out', '```python\nx = 1\n# ... rest of the code ...\n```', /leaves code out/],
    ['only sets up or starts a project', '```sh\npip install numpy\n```', /sets up or starts a project/],
    ['needs a browser', '```js\ndocument.querySelector("a").click()\n```', /needs a browser/],
    ['has no main function', '```go\nfunc f() {}\n```', /no main function/],
    ['uses what nothing makes', '```python\nmine.append(1)\n```', /uses mine, which nothing here makes/],
    ['has only comments', '```python\n# one\n```', /only comments/],
    ['is output', 'Output:\n\n```\n42\n```', /what a program printed/],
  ]
  it.each(refused)('is not run when it %s', async (_, text, reason) => {
    expect(await first(text)).toMatchObject({ executable: false, reason: expect.stringMatching(reason) })
  })

  it('is bare code between sentences when a parser accepts it, and sentences never are', async () => {
    const text = 'Here it is:\n\nfor i in range(3):\n\n    print(i)\n\nThat is all.'
    expect(await first(text)).toMatchObject({
      kind: 'bare',
      language: 'python',
      code: 'for i in range(3):\n\n    print(i)\n',
    })
    expect(await first('If x = 5 then f(x) is 6; return the form to me. Import it from there:')).toBeUndefined()
  })

  it('is the whole text when there is nothing else', async () => {
    expect(await first('import math\n\nprint(math.pi)\n')).toMatchObject({ kind: 'whole', language: 'python', line: 1 })
  })
})
