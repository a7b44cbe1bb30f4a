import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createInput, type InputState } from './input-state.ts'
import { shellLanguage, shellLanguages } from './shell-languages.ts'

function stateOf(name: string, code: string): InputState | undefined {
  const language = shellLanguage(name)
  if (!language) throw new Error(`no shell for ${name}`)
  const input = createInput(language)
  return code.split('\n').map(input.take).at(-1)
}

describe('typed input', () => {
  it.each([
    ['python', 'x = 1', 'complete'],
    ['python', 'print([1,', 'open'],
    ['python', 'print([1,\n2])', 'complete'],
    ['python', 'text = """a', 'open'],
    ['python', 'text = """a\n"b\n"""', 'complete'],
    ['python', "text = 'it (is'", 'complete'],
    ['python', 'x = 1 + \\', 'open'],
    ['python', 'x = 1  # (', 'complete'],
    ['python', 'x = f(1)# (', 'complete'],
    ['bash', 'echo $# ${x#y}', 'complete'],
    ['python', 'def f():', 'block'],
    ['python', 'def f():\n    return 1', 'block'],
    ['python', '@cache', 'block'],
    ['python', 'match x:', 'block'],
    ['python', 'x = {"if": 1}', 'complete'],
    ['python', 'x = "broken', 'complete'],
    ['python', ')', 'complete'],
    ['js', 'const f = () => {', 'open'],
    ['js', 'const f = () => {\n}', 'complete'],
    ['js', 'x.replace(/[(]/g, "")', 'complete'],
    ['js', 'a / b / (c', 'open'],
    ['js', '`a', 'open'],
    ['js', '/* (', 'open'],
    ['js', '// (', 'complete'],
    ['bash', 'echo "a', 'open'],
    ['bash', "echo 'a\\'", 'complete'],
    ['bash', 'for i in 1 2', 'open'],
    ['bash', 'for i in 1 2\ndo echo $i\ndone', 'complete'],
    ['bash', 'if true; then if false; then :; fi', 'open'],
    ['bash', 'echo if', 'complete'],
    ['bash', 'cat <<END\nfor', 'open'],
    ['bash', 'cat <<END\nfor\nEND', 'complete'],
    ['bash', 'ls |', 'open'],
    ['bash', 'f() {', 'open'],
    ['bash', 'echo $#', 'complete'],
    ['sql', 'select 1', 'block'],
    ['sql', 'select 1;', 'complete'],
    ['sql', "select 'a;", 'open'],
    ['sql', 'select 1; -- done', 'complete'],
    ['r', 'f <- function(x) {', 'open'],
    ['r', 'f <- function(x) {\n x }', 'complete'],
  ])('is in %s %j: %s', (language, code, expected) => {
    expect(stateOf(language, code)).toBe(expected)
  })

  it('may be anything at all', () => {
    const names = fc.constantFrom(...shellLanguages.map(({ name }) => name))
    const pieces = fc.constantFrom('"', "'", '`', '"""', '\\', '/', '/*', '*/', '#', '--', '(', ']', '<<A', 'if', '\n')
    const code = fc.array(fc.oneof(pieces, fc.string())).map((parts) => parts.join(''))
    fc.assert(
      fc.property(names, code, (name, text) => {
        expect(['open', 'block', 'complete']).toContain(stateOf(name, text))
      }),
    )
  })
})
