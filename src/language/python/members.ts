import { table } from '../table.ts'

const list = (names: string): string[] => names.split(' ')

/** Methods of the most common types, for objects that the probe could not list. */
export const MEMBERS_OF = table<string[]>({
  str: list(
    'capitalize casefold center count encode endswith expandtabs find format index isalnum isalpha isascii isdecimal isdigit ' +
      'islower isnumeric isspace istitle isupper join ljust lower lstrip partition removeprefix removesuffix replace rfind ' +
      'rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill',
  ),
  list: list('append clear copy count extend index insert pop remove reverse sort'),
  dict: list('clear copy fromkeys get items keys pop popitem setdefault update values'),
  set: list(
    'add clear copy difference difference_update discard intersection intersection_update isdisjoint issubset issuperset pop ' +
      'remove symmetric_difference union update',
  ),
  tuple: list('count index'),
  bytes: list('decode endswith find hex index join lower replace split startswith strip upper'),
  int: list('bit_length to_bytes from_bytes'),
  float: list('is_integer hex as_integer_ratio'),
  '_io.TextIOWrapper': list('close read readline readlines write writelines seek tell flush'),
  'collections.deque': list(
    'append appendleft clear copy count extend extendleft index insert pop popleft remove reverse rotate',
  ),
  Counter: list('most_common elements subtract update total items keys values get'),
})
