import { describe, expect, it } from 'vitest'
import { bareCode } from './bare-code.ts'

const texts: [what: string, text: string, ...codes: string[]][] = [
  [
    'a sentence between two programs',
    'def twice(n):\n    return 2 * n\n\nThis function doubles its number, and twice(n) is n + n for every one of them.\n\nprint(twice(4))',
    'def twice(n):\n    return 2 * n\n',
    'print(twice(4))\n',
  ],
  [
    'a short label in front of more code',
    'const a = [1, 2]\nconsole.log(a.length)\n\n**Output:**\n\nconst b = a.map((x) => x + 1)\n\nUsage example:\nb.forEach((x) => console.log(x))',
    'const a = [1, 2]\nconsole.log(a.length)\n',
    'const b = a.map((x) => x + 1)\n',
    'b.forEach((x) => console.log(x))\n',
  ],
  [
    'a sentence right behind code',
    'cd build\ncmake --build . --target all\nThen start the server in a second window:\n./server --port 4000',
    'cd build\ncmake --build . --target all\n',
    './server --port 4000\n',
  ],
  [
    'a table',
    'x = measure(1)\n\n| size | time (ms) |\n| ---- | --------- |\n| f(1) | 2.5;      |\n\ny = measure(2)',
    'x = measure(1)\n',
    'y = measure(2)\n',
  ],
  [
    'words in another script than code is written in',
    'var box = new Box();\n\nこの関数は値を返します。Box を使ってください;\n\nbox.open();',
    'var box = new Box();\n',
    'box.open();\n',
  ],
  [
    'pictures and folds of a page',
    '<p align="center">\n<a href="https://example.org"><img src="a.png" width="40"></a>\n</p>\n\nlet a = 1;\nlet b = 2;',
    'let a = 1;\nlet b = 2;\n',
  ],
  [
    'the settings that a page begins with',
    '---\ntitle: Box\nsidebar: true\n---\n\nA box holds things.\n\nbox = Box()\nbox.open()',
    'box = Box()\nbox.open()\n',
  ],
  [
    'a call with its answer behind it',
    'Try it:\n\nconsole.log(twice(4)); // Output: 8\n\nThat is all.',
    'console.log(twice(4)); // Output: 8\n',
  ],
  ['one command', 'Install it first:\n\npip install "box[all]"\n\nThen go on.', 'pip install "box[all]"\n'],
  [
    'a command that nobody knows, by its options',
    'Look for it:\n\nboxfind -l --depth 3 things\n\nIt lists them.',
    'boxfind -l --depth 3 things\n',
  ],
]

describe('bare code', () => {
  it.each(texts)('ends and begins at prose: %s', (_, text, ...codes) => {
    expect(bareCode(text, []).map(({ code }) => code)).toEqual(codes)
  })

  it('keeps the sentences of its own comments', () => {
    const code =
      'const a = 1;\n/*\nThis module counts the things in a box.\n\nIt is a part of the store.\n*/\nconst b = a + 1;\n'
    expect(bareCode(`Write this:\n\n${code}`, []).map((found) => found.code)).toEqual([code])
  })
})
