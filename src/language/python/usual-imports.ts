import { table } from '../table.ts'
/** Names that are used as modules, with their imports. */
export const MODULES = table<string>({
  np: 'import numpy as np',
  pd: 'import pandas as pd',
  plt: 'import matplotlib.pyplot as plt',
  sns: 'import seaborn as sns',
  tf: 'import tensorflow as tf',
  nx: 'import networkx as nx',
  sp: 'import scipy as sp',
  st: 'import streamlit as st',
  ET: 'import xml.etree.ElementTree as ET',
  dt: 'import datetime as dt',
  mpl: 'import matplotlib as mpl',
  tk: 'import tkinter as tk',
  mp: 'import multiprocessing as mp',
  bs4: 'import bs4',
  numpy: 'import numpy',
  pandas: 'import pandas',
  scipy: 'import scipy',
  matplotlib: 'import matplotlib',
  requests: 'import requests',
  yaml: 'import yaml',
  torch: 'import torch',
  sklearn: 'import sklearn',
})

const FROM = table<string>({
  collections: 'defaultdict Counter OrderedDict deque namedtuple ChainMap UserDict',
  'collections.abc': 'Iterable Iterator Mapping MutableMapping Sequence Hashable',
  typing:
    'List Dict Tuple Set Optional Union Any Callable Generator NamedTuple TypeVar Generic Protocol Literal TypedDict ' +
    'FrozenSet Type NoReturn ClassVar Final Awaitable AsyncIterator Deque DefaultDict cast overload Annotated',
  dataclasses: 'dataclass field asdict astuple',
  datetime: 'datetime timedelta date timezone',
  pathlib: 'Path PurePath',
  functools: 'lru_cache reduce partial wraps cached_property total_ordering cache singledispatch cmp_to_key',
  itertools:
    'chain combinations permutations product groupby accumulate islice zip_longest cycle repeat starmap takewhile ' +
    'dropwhile combinations_with_replacement pairwise tee compress',
  math: 'sqrt ceil floor pi gcd factorial sin cos tan log log2 log10 exp hypot isclose radians degrees comb perm prod inf nan isqrt fabs atan2 lcm',
  random: 'randint choice shuffle sample randrange uniform choices',
  abc: 'ABC abstractmethod ABCMeta',
  enum: 'Enum IntEnum auto Flag unique',
  contextlib: 'contextmanager suppress redirect_stdout ExitStack closing asynccontextmanager nullcontext',
  decimal: 'Decimal getcontext ROUND_HALF_UP',
  fractions: 'Fraction',
  heapq: 'heappush heappop heapify nlargest nsmallest heapreplace',
  bisect: 'bisect_left bisect_right insort bisect insort_left',
  operator: 'itemgetter attrgetter methodcaller',
  copy: 'deepcopy',
  io: 'StringIO BytesIO',
  pprint: 'pprint pformat',
  statistics: 'mean median stdev mode variance pstdev',
  string: 'ascii_lowercase ascii_uppercase ascii_letters digits punctuation Template',
  threading: 'Thread Lock Event',
  queue: 'Queue PriorityQueue',
  time: 'sleep perf_counter monotonic',
  textwrap: 'dedent',
  subprocess: 'Popen check_output',
  argparse: 'ArgumentParser',
  hashlib: 'sha256 md5 sha1',
  uuid: 'uuid4',
  types: 'SimpleNamespace MappingProxyType',
  json: 'JSONDecodeError',
  'urllib.parse': 'urlparse urlencode quote unquote parse_qs urljoin',
  'urllib.request': 'urlopen Request',
  'concurrent.futures': 'ThreadPoolExecutor ProcessPoolExecutor as_completed',
  tempfile: 'TemporaryDirectory NamedTemporaryFile',
  csv: 'DictReader DictWriter',
  inspect: 'signature',
  unittest: 'TestCase',
  'unittest.mock': 'Mock MagicMock patch',
  timeit: 'default_timer',
  zoneinfo: 'ZoneInfo',
  glob: 'glob iglob',
  os: 'getcwd listdir makedirs environ',
  'os.path': 'exists join basename dirname isfile isdir',
  sys: 'argv stdin stdout stderr maxsize setrecursionlimit',
  traceback: 'format_exc print_exc',
  bs4: 'BeautifulSoup',
})

/** The module of each imported name. */
export const MODULE_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(FROM).flatMap(([module, names]) =>
    names
      .split(' ')
      .filter((name) => name !== '')
      .map((name): [string, string] => [name, module]),
  ),
)
