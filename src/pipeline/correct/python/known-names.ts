import { definitionsOf } from './definitions.ts'
import type { Program } from './program.ts'
import type { Token } from './tokens.ts'

/** Functions and types that every program has. */
export const BUILTINS: readonly string[] = (
  'abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr ' +
  'dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr hash help hex id input ' +
  'int isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print property ' +
  'quit range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip __name__ ' +
  '__file__ Ellipsis NotImplemented'
).split(' ')

export const EXCEPTIONS: readonly string[] = (
  'ArithmeticError AssertionError AttributeError BaseException BlockingIOError BrokenPipeError BufferError ' +
  'ConnectionError ConnectionRefusedError EOFError Exception FileExistsError FileNotFoundError FloatingPointError ' +
  'GeneratorExit IOError ImportError IndentationError IndexError InterruptedError IsADirectoryError KeyError ' +
  'KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplementedError ' +
  'OSError OverflowError PermissionError ProcessLookupError RecursionError ReferenceError RuntimeError RuntimeWarning ' +
  'StopAsyncIteration StopIteration SyntaxError SystemError SystemExit TimeoutError TypeError UnboundLocalError ' +
  'UnicodeDecodeError UnicodeEncodeError UnicodeError UserWarning ValueError Warning ZeroDivisionError DeprecationWarning'
).split(' ')

/** Where a name falls apart into two that are known, such as `printx` behind `print`. */
export function splitKnown(program: Program, { text }: Token): number | undefined {
  const defined = new Set(definitionsOf(program).map(({ name }) => name))
  if (defined.has(text) || BUILTINS.includes(text)) return undefined
  const isKnown = (name: string) => defined.has(name) || BUILTINS.includes(name)
  for (let at = Math.min(text.length - 1, 40); at > 1; at--) {
    const rest = text.slice(at)
    if (isKnown(text.slice(0, at)) && (defined.has(rest) || /^\d+$/.test(rest) || BUILTINS.includes(rest))) return at
  }
  return undefined
}
