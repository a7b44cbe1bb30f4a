/** Functions, types and values that every program has. */
export const BUILTINS: ReadonlySet<string> = new Set(
  (
    'abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex copyright ' +
    'credits delattr dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr hash ' +
    'help hex id input int isinstance issubclass iter len license list locals map max memoryview min next object oct open ' +
    'ord pow print property quit range repr reversed round set setattr slice sorted staticmethod str sum super tuple type ' +
    'vars zip __name__ __file__ __doc__ __import__ Ellipsis NotImplemented'
  ).split(' '),
)

export const EXCEPTIONS: ReadonlySet<string> = new Set(
  (
    'ArithmeticError AssertionError AttributeError BaseException BlockingIOError BrokenPipeError BufferError ' +
    'ConnectionError ConnectionRefusedError EOFError Exception FileExistsError FileNotFoundError FloatingPointError ' +
    'GeneratorExit IOError ImportError IndentationError IndexError InterruptedError IsADirectoryError KeyError ' +
    'KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplementedError ' +
    'OSError OverflowError PermissionError ProcessLookupError RecursionError ReferenceError RuntimeError RuntimeWarning ' +
    'StopAsyncIteration StopIteration SyntaxError SystemError SystemExit TimeoutError TypeError UnboundLocalError ' +
    'UnicodeDecodeError UnicodeEncodeError UnicodeError UserWarning ValueError Warning ZeroDivisionError DeprecationWarning'
  ).split(' '),
)
