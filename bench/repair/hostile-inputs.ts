/** Python programs that are long or odd, and that none of them parses: each has to be answered as soon as any other. */
export const HOSTILE: Readonly<Record<string, string>> = {
  '100 KB, a bracket is open': `${functions(100)}print(step_1(2, 3)\n`,
  '100 KB, a colon is missing': functions(100).replace('(value, other=0):', '(value, other=0)'),
  '100 KB, all colons are missing': functions(100).replace(/\):\n/g, ')\n'),
  '100 KB, a text in triple quotes is open': functions(100).replace('"""Adds 3 to the value."""', '"""Adds 3.'),
  '90 KB without indentation': functions(100).replace(/^ +/gm, ''),
  '5,000 brackets, one inside the other': `x = ${'['.repeat(5000)}1${']'.repeat(4999)}\nprint(x)\n`,
  '50,000 opening brackets': '('.repeat(50_000),
  '20,000 closing brackets': `${')'.repeat(20_000)}\nprint(1)\n`,
  '5,000 lines with an open quote': lines(5000, (at) => `s${at} = "text ${at}`),
  '20,000 quotes on one line': `print(${'"a\' '.repeat(20_000)})\n`,
  '5,001 triple quotes': `${'"""\n'.repeat(5001)}x = 1\n`,
  'a page of 80 KB': `<!DOCTYPE html>\n${'<div><p>Use <code>print(x)</code> &lt;here&gt;</p>\n<pre>def f(x):\n    return x</pre></div>\n'.repeat(800)}`,
  'a one-liner of 300 KB': `${lines(8000, (at) => `a${at}=[j*${at}for j in range(${at})if j%2]`).replaceAll('\n', ';')}print(a1;a2)\n`,
  'minified JavaScript': `!function(e,t){${'var n=e.a(1),r=t[2]||{},o=function(i){return i.map(function(e){return e+1})};'.repeat(1200)}}(window);\n`,
  '3,000 depths': lines(3000, (at) => `${' '.repeat((at * 7) % 23)}x${at} = ${at}`),
  '100 KB of prose': 'The program reads a list and prints the sum (of it); it does not work.\n'.repeat(1400),
  '100,000 operators': '+-*/'.repeat(25_000),
  '50,000 colons': ':'.repeat(50_000),
  '20,000 backslashes': 'x = 1 \\\n'.repeat(20_000),
  '1,500 heads': `${lines(1500, (at) => `${' '.repeat(at)}if x:`)}${' '.repeat(1500)}print(1\n`,
  '2,000 broken f-strings': lines(2000, (at) => `print(f"{a${at} {b${at}}")`),
  '3,000 fences': 'Some text here for you.\n```python\nprint(1)\n```\n'.repeat(3000),
  '4,000 numbered lines': lines(4000, (at) => `${at + 1}: x${at} = (${at}`),
  '6,000 heads of functions': 'def f(\n'.repeat(6000),
  '4,000 lines of data': lines(4000, (at) => `${at},name ${at},${at * 2}.5,"quoted ${at}"`),
  '2,000 lines with two faults': lines(2000, (at) => `v${at} = foo${at}(bar${at} baz${at})`),
}

function lines(count: number, line: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('')
}

function functions(kilobytes: number): string {
  let code = ''
  for (let at = 0; code.length < kilobytes * 1000; at++)
    code += `def step_${at}(value, other=${at}):\n    """Adds ${at} to the value."""\n    if value > other:\n        return value + other * ${at}\n    return [value for _ in range(other)]\n\n`
  return code
}
