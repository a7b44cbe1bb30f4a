import type { RuleSamples } from '../samples.fixture.ts'

const NAMES = "names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm']\n"

/** The programs print, so that a test sees whether a fix keeps their behaviour. */
export const pythonSamples: RuleSamples = {
  'python/regex-in-loop': {
    found: [
      "import re\nfor word in ['a1', 'b']:\n    print(bool(⟦re.compile('[0-9]')⟧.search(word)))\n",
      "from re import compile as c\nwords = ['a']\nwhile words:\n    print(⟦c('a')⟧.match(words.pop()))\n",
    ],
    clean: [
      "import re\ndigit = re.compile('[0-9]')\nfor word in ['a1']:\n    print(bool(digit.search(word)))\n",
      "import re\nfor pattern in ['a', 'b']:\n    print(bool(re.compile(pattern).search('a')))\n",
      "import re\nfor word in re.compile('a').split('bac'):\n    print(word)\n",
    ],
  },
  'python/file-read-in-loop': {
    found: [
      "for word in ['a']:\n    with ⟦open('/dev/null')⟧ as file:\n        print(word in file.read())\n",
      "from pathlib import Path\npath = Path('/dev/null')\nprint([word in ⟦path.read_text()⟧ for word in ['a']])\n",
    ],
    clean: [
      "for path in ['/dev/null']:\n    with open(path) as file:\n        print(file.read())\n",
      "with open('/dev/null') as file:\n    for line in file:\n        print(line)\n",
    ],
  },
  'python/request-in-loop': {
    found: ['import requests\n\ndef load(urls):\n    return [⟦requests.get(url, timeout=5)⟧ for url in urls]\n'],
    clean: [
      'import requests\n\ndef load(urls):\n    with requests.Session() as session:\n        return [session.get(url) for url in urls]\n',
      "import requests\n\ndef load():\n    return requests.get('http://example.org', timeout=5)\n",
    ],
  },
  'python/query-in-loop': {
    found: [
      "def load(cursor, users):\n    for user in users:\n        ⟦cursor.execute('SELECT name FROM orders WHERE user = ?', (user,))⟧\n",
      "def load(cursor, users):\n    query = 'SELECT 1 WHERE user = ?'\n    return [⟦cursor.execute(query, (user,))⟧ for user in users]\n",
      "def one(cursor, key):\n    cursor.execute('SELECT 1 WHERE id = ?', (key,))\n    return cursor.fetchone()\n\ndef load(cursor, keys):\n    return [⟦one(cursor, key)⟧ for key in keys]\n",
      'def load(ids):\n    return [⟦User.objects.get(pk=one)⟧ for one in ids]\n\nUser = None\n',
    ],
    clean: [
      "def load(cursor):\n    cursor.execute('SELECT name FROM orders')\n    for row in cursor:\n        print(row)\n",
    ],
  },
  'python/write-in-loop': {
    found: [
      "def save(cursor, rows):\n    for row in rows:\n        ⟦cursor.execute('INSERT INTO t (a) VALUES (?)', row)⟧\n",
    ],
    clean: ["def save(cursor, rows):\n    cursor.executemany('INSERT INTO t (a) VALUES (?)', rows)\n"],
  },
  'python/connection-in-loop': {
    found: ["import sqlite3\nfor name in ['a']:\n    print(name, ⟦sqlite3.connect(':memory:')⟧ is None)\n"],
    clean: ["import sqlite3\nfor path in [':memory:']:\n    print(sqlite3.connect(path) is None)\n"],
  },
  'python/changed-while-iterated': {
    found: ['rows = [1, 2, 3]\nfor row in rows:\n    if row > 1:\n        ⟦rows.remove(row)⟧\nprint(rows)\n'],
    clean: [
      'rows = [1, 2, 3]\nfor row in list(rows):\n    rows.remove(row)\nprint(rows)\n',
      'rows = [1, 2, 3]\nfor row in rows:\n    if row > 1:\n        rows.remove(row)\n        break\nprint(rows)\n',
    ],
  },
  'python/commit-in-loop': {
    found: [
      'def save(database, rows):\n    for row in rows:\n        database.add(row)\n        ⟦database.commit()⟧\n',
    ],
    clean: ['def save(database, rows):\n    for row in rows:\n        database.add(row)\n    database.commit()\n'],
  },
  'python/deep-copy-in-loop': {
    found: ['import copy\nboard = [[0]]\nprint([⟦copy.deepcopy(board)⟧ for _ in range(3)])\n'],
    clean: ['import copy\nboard = copy.deepcopy([[0]])\nprint([row.copy() for row in board])\n'],
  },
  'python/front-of-list': {
    found: [
      'queue = [1, 2, 3]\nwhile queue:\n    print(⟦queue.pop(0)⟧)\n',
      'line = []\nfor item in range(3):\n    ⟦line.insert(0, item)⟧\nprint(line)\n',
    ],
    clean: [
      'queue = [1, 2, 3]\nwhile queue:\n    print(queue.pop())\n',
      'queue = [1]\nprint(queue.pop(0))\n',
      'counts = {0: 1}\nfor _ in range(1):\n    print(counts.pop(0))\n',
    ],
  },
  'python/sort-in-loop': {
    found: [
      'scores = []\nfor score in [3, 1, 2]:\n    scores.append(score)\n    ⟦scores.sort()⟧\nprint(scores)\n',
      'words = ["b", "a"]\nfor at in range(2):\n    print(⟦sorted(words)⟧[at])\n',
    ],
    clean: [
      'for row in [[2, 1]]:\n    row.sort()\n    print(row, sorted(row))\n',
      'for word in sorted(["b", "a"]):\n    print(word)\n',
    ],
  },
  'python/rows-of-frame': {
    found: [
      'import pandas as pd\n\ndef show(path):\n    frame = pd.read_csv(path)\n    for _, row in ⟦frame.iterrows()⟧:\n        print(row)\n',
    ],
    clean: ['def show(frame):\n    for row in frame.itertuples():\n        print(row)\n'],
  },
  'python/growing-frame': {
    found: [
      'import pandas as pd\n\ndef join(parts):\n    whole = pd.DataFrame()\n    for part in parts:\n        ⟦whole = pd.concat([whole, part])⟧\n    return whole\n',
      'import numpy as np\n\ndef join(parts):\n    whole = np.array([])\n    for part in parts:\n        ⟦whole = np.append(whole, part)⟧\n    return whole\n',
      'def join(whole, parts):\n    for part in parts:\n        ⟦whole = whole.append(part)⟧\n    return whole\n',
    ],
    clean: [
      'import pandas as pd\n\ndef join(parts):\n    return pd.concat(list(parts))\n',
      'rows = []\nfor row in range(3):\n    rows.append(row)\n    print(rows)\n',
    ],
  },
  'python/string-building-in-loop': {
    found: [
      "text = ''\nfor word in ['a', 'b']:\n    ⟦text += word⟧\nprint(text)\n",
      "text = 'x'\nfor word in ['a', 'b']:\n    ⟦text = text + ', ' + word⟧\nprint(text)\n",
    ],
    clean: [
      'total = 0\nfor number in [1, 2]:\n    total += number\nprint(total)\n',
      "for word in ['a']:\n    line = '> '\n    line += word\n    print(line)\n",
      "print(', '.join(['a', 'b']))\n",
    ],
  },
  'python/list-concatenation-in-loop': {
    found: ['numbers = []\nfor number in range(3):\n    ⟦numbers = numbers + [number]⟧\nprint(numbers)\n'],
    clean: [
      'numbers = []\nfor number in range(3):\n    numbers += [number]\nprint(numbers)\n',
      'def walk(path):\n    for step in range(2):\n        print(path + [step])\n\nwalk([])\n',
    ],
  },
  'python/list-membership-in-loop': {
    found: [
      `${NAMES}print([⟦word in names⟧ for word in ['a', 'z']])\n`,
      `${NAMES}\ndef known(words):\n    return [⟦word in names⟧ for word in words]\n\nprint(known(['a']))\n`,
      'def both(list1, rows: list[int]):\n    return [one for one in rows if ⟦one in list1⟧]\n\nprint(both([1], [1]))\n',
      'class Box:\n    def __init__(self):\n        self.seen = []\n\n    def add(self, words):\n        for word in words:\n            if ⟦word not in self.seen⟧:\n                self.seen.append(word)\n\nbox = Box()\nbox.add([1, 1])\nprint(box.seen)\n',
      'seen = []\nfor word in ["a", "b", "a"]:\n    if ⟦word not in seen⟧:\n        seen.append(word)\nprint(seen)\n',
    ],
    clean: [
      'def has(names: set, words):\n    return [word in names for word in words]\n\nprint(has({1}, [1]))\n',
      `${NAMES}print('a' in names)\n`,
      "for word in ['a', 'z']:\n    print(word in {'a', 'b'})\n",
      "vowels = ['a', 'e']\nprint([letter in vowels for letter in 'abc'])\n",
      'def has(names, words):\n    return [word in names for word in words]\n\nprint(has({1}, [1]))\n',
    ],
  },
  'python/nested-loops': {
    found: [
      'rows = [1, 2, 1]\nfor one in rows:\n    ⟦for other in rows⟧:\n        if one == other:\n            print(one)\n',
      'rows = [1, 2, 1]\nfor i in range(len(rows)):\n    ⟦for j in range(i + 1, len(rows))⟧:\n        print(i, j)\n',
    ],
    clean: [
      'rows = [[1], [2]]\nfor row in rows:\n    for cell in row:\n        print(cell)\n',
      'rows = [1]\nfor one in rows:\n    print(one)\nfor one in rows:\n    print(one)\n',
      'rows = iter([1, 2])\nfor one in rows:\n    for other in rows:\n        print(one, other)\n',
    ],
  },
  'python/recursion-without-memory': {
    found: [
      'def fib(n):\n    return n if n < 2 else ⟦fib(n - 1)⟧ + fib(n - 2)\n\nprint(fib(10))\n',
      '"""Paths."""\nimport sys\n\n\ndef paths(i, j):\n    if i == 0 or j == 0:\n        return 1\n    return ⟦paths(i - 1, j)⟧ + paths(i, j - 1)\n\n\nprint(paths(3, 3), sys.maxsize > 0)\n',
    ],
    clean: [
      'import functools\n\n@functools.cache\ndef fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n\nprint(fib(10))\n',
      'def sort(rows):\n    if len(rows) < 2:\n        return rows\n    return sort(rows[:1]) + sort(rows[1:])\n\nprint(sort([1, 2]))\n',
      'def factorial(n):\n    return 1 if n < 2 else n * factorial(n - 1)\n\nprint(factorial(5))\n',
      'def down(n):\n    return 0 if n <= 0 else down(n - 1) if n % 2 else down(n - 2)\n\nprint(down(5))\n',
    ],
  },
  'python/whole-file-for-lines': {
    found: [
      "with open('/etc/passwd') as file:\n    print(⟦len(file.readlines())⟧)\n",
      "with open('/etc/passwd') as file:\n    for line in ⟦file.readlines()⟧:\n        print(line)\n",
    ],
    clean: ["with open('/etc/passwd') as file:\n    lines = file.readlines()\nprint(len(lines))\n"],
  },
  'python/exception-as-branch-in-loop': {
    found: [
      "counts = {}\nfor word in ['a', 'a']:\n    ⟦try:\n        counts[word] += 1\n    except KeyError:\n        counts[word] = 1⟧\nprint(counts)\n",
    ],
    clean: [
      "counts = {}\ntry:\n    counts['a'] += 1\nexcept KeyError:\n    counts['a'] = 1\nprint(counts)\n",
      "for word in ['1', 'x']:\n    try:\n        print(int(word))\n    except ValueError:\n        print('no')\n",
    ],
  },
  'python/comprehension': {
    found: [
      'squares = []\n⟦for number in range(4):\n    squares.append(number * number)⟧\nprint(squares)\n',
      'def even(rows):\n    kept = []\n    ⟦for at, row in enumerate(rows):\n        if row % 2 == 0:\n            kept.append((at, row))⟧\n    return kept\n\nprint(even([1, 2, 4]))\n',
    ],
    clean: [
      'squares = []\nfor number in range(4):\n    squares.append(number * number)\nprint(squares, number)\n',
      'sums = []\nfor number in range(4):\n    sums.append(len(sums) + number)\nprint(sums)\n',
      'rows = []\nfor number in range(4):\n    # kept\n    rows.append(number)\nprint(rows)\n',
    ],
  },
  'python/unreachable-code': {
    found: [
      'def f():\n    return 1\n    ⟦print(2)\n    print(3)⟧\n\nprint(f())\n',
      'for number in range(2):\n    if number:\n        continue\n        ⟦print(number)⟧\n    print(number)\n',
    ],
    clean: [
      'def f(x):\n    if x:\n        return 1\n    return 2\n\nprint(f(0))\n',
      'def nothing():\n    return\n    yield\n\nprint(list(nothing()))\n',
    ],
  },
  'python/f-string': {
    found: [
      "count = 3\nprint(⟦'found ' + str(count) + ' files'⟧)\n",
      "a, b = 1.5, 'x'\nprint(⟦'%s of %r is %.2f' % (b, b, a)⟧)\n",
    ],
    clean: [
      "a = 'x'\nprint('found ' + a)\n",
      "rows = {'a': 1}\nprint('found ' + str(rows[\"a\"]))\n",
      "a = (1,)\nprint('found %s' % a)\n",
      "print(f'{1}')\n",
    ],
  },
  'python/enumerate': {
    found: [
      "words = ['a', 'b']\nfor i in ⟦range(len(words))⟧:\n    print(i, words[i])\n",
      "words = ['a', 'b']\nfor i in ⟦range(len(words))⟧:\n    print(words[i])\n",
    ],
    clean: [
      'words = [1, 2]\nfor i in range(len(words)):\n    words[i] = 2 * words[i]\nprint(words)\n',
      'words = [1, 2]\nfor i in range(len(words)):\n    print(words[i - 1])\n',
      'words = {0: 3, 1: 4}\nfor i in range(len(words)):\n    print(words[i])\n',
      'words = [1, 2]\nfor i, word in enumerate(words):\n    print(i, word)\n',
    ],
  },
  'python/with-for-files': {
    found: [
      "⟦file = open('/etc/hostname')⟧\nname = file.read()\nif name:\n    print(len(name) > 0)\nfile.close()\nprint('end')\n",
      "def first():\n    ⟦file = open('/etc/hostname')⟧\n    return file.read() != ''\n\nprint(first())\n",
    ],
    clean: [
      "with open('/etc/hostname') as file:\n    print(file.read() != '')\n",
      'def opened(path):\n    file = open(path)\n    return file\n\nprint(opened)\n',
    ],
  },
}
