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
    ['title="x"', 'python'],
    ['code', 'python'],
  ]
  it.each(tags)('comes from the text behind the fence: %s', async (info, language) => {
    expect(await first(`~~~${info}\nprint(1)\n~~~`)).toMatchObject({ language, executable: true })
  })

  it.each(['d', 'foobar', 'constructor', '__proto__', 'brainfuck'])(
    'keeps an unknown or absent language as the fence names it, and is not run: %s',
    async (name) => {
      const text = `~~~${name}\n#include <stdio.h>\nint main(void) { printf("1"); return 0; }\n~~~`
      expect(await first(text)).toMatchObject({ language: name, executable: false })
    },
  )

  const untold: [language: string, code: string][] = [
    ['makefile', 'all: build\n\nbuild:\n\tgcc -o app main.c\n'],
    ['php', '<?php\necho "hi";\n'],
    ['scala', 'object Main extends App {\n  val xs = List(1, 2, 3)\n  println(xs.map(_ * 2).sum)\n}\n'],
    ['racket', '#lang racket\n(define (f x) (* x 2))\n(displayln (f 3))\n'],
    ['haskell', 'module Main where\n\nmain :: IO ()\nmain = putStrLn "hi"\n'],
    ['elixir', 'defmodule Greeter do\n  def hello(name) do\n    IO.puts("hi #{name}")\n  end\nend\n'],
    ['toml', '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n'],
    ['typescript', 'interface A {\n  x: number\n}\nexport function f(a: A): number {\n  return a.x\n'],
    ['python', '    for item in items:\n        if item.price > limit:\n            total += item.price\n'],
  ]
  it.each(untold)('is known as %s without being told, whole or in part', async (language, code) => {
    expect(await first(`\`\`\`\n${code}\`\`\``)).toMatchObject({ language })
  })

  it('is not run when its language is only likely', async () => {
    const block = await first('```\nx = y\n```')
    expect(block).toMatchObject({ executable: false })
    expect(block?.confidence).toBeLessThan(0.7)
  })

  it('has its own exact text beside the code that runs, when these differ', async () => {
    expect(await first('```\n$ echo a\na\n```')).toMatchObject({ code: 'echo a\n', source: '$ echo a\na\n' })
    expect(await first('```py\nprint(1)\n```')).not.toHaveProperty('source')
    const { blocks } = await detect.blocksOf('```py\nmine = [1]\n```\n\n```py\nprint(mine)\n```\n')
    expect(blocks[1]).toMatchObject({ code: 'mine = [1]\nprint(mine)\n', source: 'print(mine)\n' })
  })

  const sessions: [name: string, text: string, language: string, code: string][] = [
    ['Python', '>>> a = 1\n>>> a\n1', 'python', 'a = 1\na\n'],
    ['Python with bodies', '>>> if 1:\n...     print(2)\n...\n2', 'python', 'if 1:\n    print(2)\n\n'],
    ['IPython', 'In [1]: 1 + 1\nOut[1]: 2', 'python', '1 + 1\n'],
    ['a shell', '$ echo a\na\n$ echo b\nb', 'bash', 'echo a\necho b\n'],
    ['a shell with its host', 'me@box:~/x$ echo a\na', 'bash', 'echo a\n'],
    ['a shell that goes on', '$ echo a \\\n> b\na b', 'bash', 'echo a \\\nb\n'],
    ['a shell with an arrow', '❯ echo a\na', 'bash', 'echo a\n'],
    ['SQLite', 'sqlite> select\n   ...> 1;\n1', 'sql', 'select\n1;\n'],
  ]
  it('is the input in a session of SQL behind a plain prompt, up to each semicolon', async () => {
    const text = "```sql\n> update User\n    set name = 'a';\nQuery OK, 1 row affected\n> select 1;\n 1\n(1 row)\n```"
    expect(await first(text)).toMatchObject({ language: 'sql', code: "update User\n    set name = 'a';\nselect 1;\n" })
  })

  it.each([
    [
      'typescript',
      'interface Task {\n  title: string\n  done: boolean\n}\n\nconst tasks: Task[] = [{ title: "write", done: false }]\nconsole.log(tasks.length)\n',
    ],
    [
      'javascript',
      'const prices = [3, 5, 8]\nconst total = prices.reduce((sum, price) => sum + price, 0)\nconsole.log(`total:`, total)\n',
    ],
  ])('without a name is run as %s, whose sibling is no reason to doubt it', async (language, code) => {
    expect(await first(`\`\`\`\n${code}\`\`\``)).toMatchObject({ language, executable: true })
  })

  it('is no session of a shell when its signs of per cent begin comments', async () => {
    expect((await first('```\n% make the list empty\n\\section{One}\n```'))?.language).not.toBe('bash')
    expect((await first('```\n% ls -l\n% cat a.txt\n```'))?.language).toBe('bash')
  })

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
    ['only installs packages', '```python\n!pip install numpy\n```', /only installs packages/],
    ['is called dangerous', 'Never run this:\n\n```sh\nrm -rf /tmp/x; echo done\n```', /says not to run it/],
    ['is a draft', '<think>\n```python\nprint(1)\n```\n</think>\n', /a draft/],
    ['has dots in place of a body', '```js\nfunction f() {\n  // ..\n}\n```', /leaves code out/],
    ['has dots in place of items', '```js\nconst a = [ /* .. */ ]\n```', /leaves code out/],
    [
      'starts a project by a command over several lines',
      '```bash\nMODE=x torchrun --nproc 4 \\\n  train.py --out x\ncurl http://localhost/x -d \'{\n  "a": 1\n}\'\n```',
      /sets up or starts a project/,
    ],
    ['only sets variables', '```bash\nexport API_BASE=http://localhost:8000/v1\n```', /only sets variables/],
    ['has names to fill in', '```bash\nls <name of folder>; cat /path/to/file\n```', /names to fill in/],
    ['is an error behind a name', '```\nstore.error.APIError: bad answer from "x"\n```', /what a program printed/],
    ['is marked so behind its fence', '```rust,no_run\nfn main() {}\n```', /its fence says/],
    ['is a drawn tree', '```bash\nmy-system\n├─ apps\n│  ├─ orders\n└─ packages\n```', /list of files/],
    [
      'is what a label calls output',
      '**Output:**\n\n```py\n6 : for x inside loop\n6 : x in global\n```',
      /program printed/,
    ],
    ['has only comments', '```python\n# one\n```', /only comments/],
    [
      'has dots among its statements',
      '```python\nclass A:\n    ...\n    def f(self):\n        return 1\n```',
      /leaves code out/,
    ],
    ['has a key to fill in', '```python\nimport x\nc = x.Client(api_key="<YOUR_API_KEY>")\n```', /names to fill in/],
    ['begins inside of a statement', '```js\n} else if (a > 1) {\n  b = 2\n}\n```', /begins inside/],
    ['goes on inside of a method', '```python\n    if not self.ready:\n        self.start()\n```', /begins inside/],
    ['makes nothing itself', '```\nif condition:\n    act()\nelse:\n    other_act()\n```', /which nothing here makes/],
    ['is printed text that its fence calls a shell', '```shell\nRunning add\n5\n```', /what a program printed/],
    ['is Cython', '```python\ncdef int f(int a):\n    return a\n```', /Cython/],
    ['says where code goes', '```js\nsetUp()\n// Your game functions go here\n```', /leaves code out/],
    ['has only types', '```ts\ninterface Shape {\n  area(): number\n}\n```', /only types/],
    ['only names commands', '```bash\nexport P="$HOME/bin"\nalias ll=\'ls -l\'\n```', /only sets variables/],
    ['is output', 'Output:\n\n```\n42\n```', /what a program printed/],
  ]
  it.each(refused)('is not run when it %s', async (_, text, reason) => {
    expect(await first(text)).toMatchObject({ executable: false, reason: expect.stringMatching(reason) })
  })

  const run: [what: string, text: string][] = [
    ['reads one file and writes another', '```bash\nsort <in.txt >out.txt\n```'],
    ['calls a program with options, and no fence names it', "```\nfind . -name '*.log' -mtime +7 -delete\n```"],
    ['makes a folder and copies into it, and no fence names it', '```\nmkdir -p out\ncp a.txt out/\n```'],
    ['has a text in quotes before a format', '```bash\nname="World"\nprintf \'Hello, %s\\n\' "$name"\n```'],
    ['declares with dots as the only body', '```python\nclass E(Exception):\n    ...\n\nprint(E)\n```'],
    ['uses the variable that it sets', '```bash\nexport NAME=x\necho "$NAME"\n```'],
    [
      'is a function that a sentence says to print',
      'A function that prints twice its number:\n\n```js\nvar twice\n```',
    ],
  ]
  it.each(run)('is run when it %s', async (_, text) => {
    expect(await first(text)).toMatchObject({ executable: true })
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

  const bare: [what: string, code: string][] = [
    [
      'Go with several imports',
      'package main\n\nimport (\n\t"fmt"\n\t"os"\n)\n\nfunc main() {\n\tfmt.Println(os.Args)\n}\n',
    ],
    ['a call with a comment behind it', 'values = [1, 2, 3]\nprint(sum(values))  # prints the sum of the values\n'],
    [
      'code whose comments are prose, in a language that is not run',
      '// The request message that contains the name of the user.\nmessage HelloRequest {\n  // This is the name that the server greets.\n  string name = 1;\n  int32 count = 2;\n}\n',
    ],
    ['Ruby up to its last end', 'class Greeter\n  def hello(name)\n    puts "hi #{name}"\n  end\nend\n'],
  ]
  it.each(bare)('is found whole between sentences: %s', async (_, code) => {
    expect(
      await first(`Here is the program that you asked for:\n\n${code}\nThat is all there is to it.\n`),
    ).toMatchObject({ kind: 'bare', code })
  })

  it('is the whole text when there is nothing else', async () => {
    expect(await first('import math\n\nprint(math.pi)\n')).toMatchObject({ kind: 'whole', language: 'python', line: 1 })
  })
})
