import { expect, test } from 'vitest'
import { applyEdits } from '../../apply-edits.ts'
import { withoutResidue } from './residue.ts'

const RESIDUE: [what: string, code: string, clean: string][] = [
  ['entities of a page', 'if (a &lt; b &amp;&amp; c) run()\n', 'if (a < b && c) run()\n'],
  ['the signs of a patch', '@@ -1 +1,2 @@\n+let a = 1\n-let b\n run(a)\n', 'let a = 1\nrun(a)\n'],
  ['the name of the language', 'sql\nSELECT 1;\n', 'SELECT 1;\n'],
  ['the name of the language before its first word', 'javascript function f() {}\n', 'function f() {}\n'],
  ['the frame of a step', 'execute[SELECT 1]\n', 'SELECT 1\n'],
  ['the tags of a page', '<pre><code>let a = 1\nrun(a)\n</code></pre>\n', 'let a = 1\nrun(a)\n\n'],
  ['marks in brackets', '[PYTHON]\nrun(a)\n[/PYTHON]\n', '\nrun(a)\n\n'],
  ['the head of a step', 'Action: SELECT 1\n', 'SELECT 1\n'],
  ['backslashes of Markdown', 'SELECT first\\_name, COUNT(\\*) FROM t\n', 'SELECT first_name, COUNT(*) FROM t\n'],
  ['numbers of lines', '1 | for x in a; do\n2 |   run\n3 | done\n', 'for x in a; do\n  run\ndone\n'],
  ['the kind of an action', 'Action: run\nls -l\n', 'ls -l\n'],
  ['backticks around each line', '`x=1`\n`echo $x`\n', 'x=1\necho $x\n'],
  ['backticks around it all', '`ls -l`\n', 'ls -l\n'],
]

test.each(RESIDUE)('a program loses %s', (_, code, clean) => {
  const [best] = withoutResidue(code)
  expect(best && applyEdits(code, best.edits)).toBe(clean)
})

test.each(["const less = '&lt;'\n", '+1\n', 'sqlite3 a.db\n', 'let a = `x`\n', '1 2\n3 4\n'])(
  '%j is left as it is',
  (code) => {
    expect(withoutResidue(code)).toEqual([])
  },
)
