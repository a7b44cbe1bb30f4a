const BUILTINS = new Set(
  (
    'abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex copyright ' +
    'credits delattr dict dir display divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr ' +
    'hash help hex id input int isinstance issubclass iter len license list locals map max memoryview min next object oct ' +
    'open ord pow print property quit range repr reversed round set setattr slice sorted staticmethod str sum super tuple ' +
    'type vars zip __name__ __file__ __doc__ __import__ self cls _'
  ).split(' '),
)

/** Modules that people forget to import; a repair can add the import. */
const MODULES = new Set(
  (
    'np pd plt sns os sys re json math random time datetime collections itertools functools string csv sqlite3 statistics ' +
    'pathlib Path Counter defaultdict deque namedtuple dataclass partial reduce timedelta date Decimal Fraction asyncio ' +
    'typing List Dict Optional Tuple Union Any subprocess shutil glob copy deepcopy heapq bisect operator logging threading ' +
    'hashlib base64 uuid pprint textwrap requests scipy numpy pandas'
  ).split(' '),
)

/** Whether no piece of the program has to make this name: a built-in, a usual module, or a misspelling of either. */
export function isKnownInPython(name: string): boolean {
  if (BUILTINS.has(name) || MODULES.has(name) || /(?:Error|Exception|Warning|Interrupt|Exit|Iteration)$/.test(name))
    return true
  return name.length > 3 && [...BUILTINS].some((known) => known.length > 3 && isMisspelt(name, known))
}

/** One letter too many, too few, wrong, or two swapped. */
function isMisspelt(name: string, known: string): boolean {
  if (Math.abs(name.length - known.length) > 1) return false
  let start = 0
  while (start < name.length && name[start] === known[start]) start += 1
  const [rest, wanted] = [name.slice(start), known.slice(start)]
  const isSwapped =
    rest.length > 1 && rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2)
  return isSwapped || rest.slice(1) === wanted.slice(1) || rest.slice(1) === wanted || rest === wanted.slice(1)
}
