import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

const MODULE = new URL('./inside/told_calls.py', import.meta.url).pathname
const READ = `import ast, importlib.util, json, sys
spec = importlib.util.spec_from_file_location("told_calls", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
print(json.dumps([[ast.unparse(call), result] for call, result in module.told_calls(sys.argv[2], {"f"})]))`

const told = (docstring: string): [call: string, result: string][] =>
  JSON.parse(execFileSync('python3', ['-c', READ, MODULE, docstring], { encoding: 'utf8' }))

describe('calls that a docstring tells without a prompt', () => {
  it('are read with their results, behind arrows and within sentences', () => {
    const docstring = `Squares. f(2) => 4
      f(3) -> 9
      For example, \`f(4)\` returns 16, and f([1, 2], ")") gives [1, 4].
      f("a") == 'b'. f(1.5) is 2.25.`
    expect(told(docstring)).toEqual([
      ['f(2)', '4'],
      ['f(3)', '9'],
      ['f(4)', '16'],
      ["f([1, 2], ')')", '[1, 4]'],
      ["f('a')", "'b'"],
      ['f(1.5)', '2.25'],
    ])
  })

  it('are left alone where no value follows, where they are doctests, and where they call something else', () => {
    expect(told('f(x) returns the square. f(1) is fine. f(2) is 4th.\n>>> f(9) => 81\ng(2) => 4\n')).toEqual([])
  })
})
