/** A program, and the growth of its time. */
export interface TimeCase {
  title: string
  language: 'python' | 'javascript'
  time: string
  source: string
}

const python = (title: string, time: string, source: string): TimeCase => ({ title, language: 'python', time, source })
const javascript = (title: string, time: string, source: string): TimeCase => ({
  title,
  language: 'javascript',
  time,
  source,
})

export const TIME_CASES: TimeCase[] = [
  python('no loop', 'O(1)', 'print(1 + 2)\n'),
  python('a loop with fixed bounds', 'O(1)', 'N = 10\nfor i in range(N):\n    for j in (1, 2):\n        print(i, j)\n'),
  python('a loop over the input', 'O(n)', 'def f(items):\n    for item in items:\n        print(item)\n'),
  python(
    'a function that is called in a loop',
    'O(n²)',
    'def g(a):\n    return sum(a)\ndef f(rows):\n    return [g(row) for row in rows]\n',
  ),
  python(
    'bubble sort',
    'O(n²)',
    'def f(a):\n    for i in range(len(a)):\n        for j in range(len(a) - i - 1):\n            if a[j] > a[j + 1]:\n                a[j], a[j + 1] = a[j + 1], a[j]\n',
  ),
  python(
    'insertion sort',
    'O(n²)',
    'def f(a):\n    for i in range(1, len(a)):\n        j = i\n        while j > 0 and a[j] < a[j - 1]:\n            a[j], a[j - 1] = a[j - 1], a[j]\n            j -= 1\n',
  ),
  python(
    'three loops',
    'O(n³)',
    'def f(a, b):\n    return [[sum(x * y for x, y in zip(r, c)) for c in b] for r in a]\n',
  ),
  python(
    'binary search',
    'O(log n)',
    'def f(a, x):\n    low, high = 0, len(a) - 1\n    while low <= high:\n        middle = (low + high) // 2\n        if a[middle] == x:\n            return middle\n        if a[middle] < x:\n            low = middle + 1\n        else:\n            high = middle - 1\n    return -1\n',
  ),
  python('greatest common divisor', 'O(log n)', 'def f(a, b):\n    while b:\n        a, b = b, a % b\n    return a\n'),
  python(
    'halving that is not of the condition',
    'O(n)',
    'def f(n):\n    i = 0\n    while i < n:\n        x = i / 2\n        i += 1\n',
  ),
  python('sorting', 'O(n log n)', 'def f(a):\n    return sorted(a)\n'),
  python('sorting in a loop', 'O(n² log n)', 'def f(rows):\n    for row in rows:\n        row.sort()\n'),
  python(
    'a test of primes',
    'O(√n)',
    'def f(n):\n    for i in range(2, int(n ** 0.5) + 1):\n        if n % i == 0:\n            return False\n    return True\n',
  ),
  python(
    'the sieve of Eratosthenes',
    'O(n log n)',
    'def f(n):\n    sieve = [True] * n\n    for i in range(2, n):\n        if sieve[i]:\n            for j in range(i * i, n, i):\n                sieve[j] = False\n',
  ),
  python(
    'a window that slides',
    'O(n)',
    'def f(text):\n    left = 0\n    for right in range(len(text)):\n        while bad(text, left, right):\n            left += 1\n',
  ),
  python(
    'a search in a graph',
    'O(n)',
    'def f(graph, start):\n    queue = [start]\n    done = {start}\n    while queue:\n        node = queue.pop(0)\n        for other in graph[node]:\n            if other not in done:\n                done.add(other)\n                queue.append(other)\n',
  ),
  python(
    'Fibonacci by recursion',
    'O(2^n)',
    'def f(n):\n    if n < 2:\n        return n\n    return f(n - 1) + f(n - 2)\n',
  ),
  python(
    'Fibonacci that remembers',
    'O(n)',
    'from functools import lru_cache\n@lru_cache\ndef f(n):\n    return n if n < 2 else f(n - 1) + f(n - 2)\n',
  ),
  python('factorial by recursion', 'O(n)', 'def f(n):\n    return 1 if n == 0 else n * f(n - 1)\n'),
  python(
    'merge sort',
    'O(n log n)',
    'def merge(a, b):\n    out = []\n    i = j = 0\n    while i < len(a) and j < len(b):\n        out.append(a[i])\n        i += 1\n    return out\ndef f(a):\n    if len(a) < 2:\n        return a\n    middle = len(a) // 2\n    return merge(f(a[:middle]), f(a[middle:]))\n',
  ),
  python(
    'quick sort',
    'O(n log n)',
    'def f(a):\n    if len(a) < 2:\n        return a\n    less = [x for x in a[1:] if x < a[0]]\n    more = [x for x in a[1:] if x >= a[0]]\n    return f(less) + [a[0]] + f(more)\n',
  ),
  python(
    'a walk through a tree',
    'O(n)',
    'def f(node):\n    if node:\n        f(node.left)\n        print(node)\n        f(node.right)\n',
  ),
  python('a walk through children', 'O(n)', 'def f(node):\n    for child in node.children:\n        f(child)\n'),
  python(
    'powers by squaring',
    'O(log n)',
    'def f(x, n):\n    if n == 0:\n        return 1\n    return f(x * x, n // 2)\n',
  ),
  python(
    'permutations by recursion',
    'O(n!)',
    'def f(a):\n    if not a:\n        return [[]]\n    out = []\n    for i in range(len(a)):\n        for rest in f(a[:i] + a[i + 1:]):\n            out.append([a[i]] + rest)\n    return out\n',
  ),
  python(
    'subsets by recursion',
    'O(2^n)',
    'def f(start, items, path):\n    for i in range(start, len(items)):\n        f(i + 1, items, path + [items[i]])\n',
  ),
  python(
    'all permutations',
    'O(n!)',
    'from itertools import permutations\ndef f(a):\n    for p in permutations(a):\n        print(p)\n',
  ),
  python(
    'all pairs',
    'O(n²)',
    'from itertools import combinations\ndef f(a):\n    for p in combinations(a, 2):\n        print(p)\n',
  ),
  python('all bit masks', 'O(2^n)', 'def f(n):\n    for mask in range(1 << n):\n        print(mask)\n'),
  python('a loop without an end', 'unbounded', 'while True:\n    print(1)\n'),
  python('a loop that ends from within', 'O(n)', 'while True:\n    line = input()\n    if not line:\n        break\n'),
  python('a break of the inner loop only', 'unbounded', 'while True:\n    for i in items:\n        break\n'),
  python('the reading of a file', 'O(n)', 'import pandas as pd\nframe = pd.read_csv("a.csv")\nprint(frame.head())\n'),
  python(
    'the shortest ways in a graph',
    'O(n log n)',
    'import heapq\ndef f(graph, start):\n    heap = [(0, start)]\n    while heap:\n        far, node = heapq.heappop(heap)\n        for other, weight in graph[node].items():\n            heapq.heappush(heap, (far + weight, other))\n',
  ),
  python(
    'a search in a graph by recursion',
    'O(n)',
    'def f(graph, node, visited):\n    visited.add(node)\n    for other in graph[node]:\n        if other not in visited:\n            f(graph, other, visited)\n',
  ),
  python('Euclid by recursion', 'O(log n)', 'def f(a, b):\n    return a if b == 0 else f(b, a % b)\n'),
  javascript(
    'a deep copy',
    'O(n)',
    'function f(a) { const b = {}; for (const key of Object.keys(a)) b[key] = f(a[key]); return b }',
  ),
  javascript('a loop over the input', 'O(n)', 'function f(items) { for (const item of items) console.log(item) }'),
  javascript('a loop with fixed bounds', 'O(1)', 'for (let i = 0; i < 10; i++) console.log(i)'),
  javascript(
    'loops in loops',
    'O(n²)',
    'function f(a) { for (let i = 0; i < a.length; i++) for (let j = i; j < a.length; j++) g(a[i], a[j]) }',
  ),
  javascript('callbacks in callbacks', 'O(n²)', 'const f = (a, b) => a.map((x) => b.filter((y) => x === y))'),
  javascript('a search in a loop', 'O(n²)', 'const f = (a, b) => a.filter((x) => b.includes(x))'),
  javascript('a search in a written-out list', 'O(n)', "const f = (a) => a.filter((x) => ['b', 'c'].includes(x))"),
  javascript('sorting', 'O(n log n)', 'const f = (a) => a.sort((x, y) => x - y)'),
  javascript('doubling', 'O(log n)', 'function f(n) { for (let i = 1; i < n; i *= 2) console.log(i) }'),
  javascript(
    'a test of primes',
    'O(√n)',
    'function f(n) { for (let i = 2; i * i <= n; i++) if (n % i === 0) return false; return true }',
  ),
  javascript('Fibonacci by recursion', 'O(2^n)', 'const f = (n) => (n < 2 ? n : f(n - 1) + f(n - 2))'),
  javascript(
    'binary search by recursion',
    'O(log n)',
    'function f(a, x, low, high) { const middle = (low + high) >> 1; if (a[middle] < x) return f(a, x, middle + 1, high); return f(a, x, low, middle) }',
  ),
  javascript('a loop without an end', 'unbounded', 'for (;;) { work() }'),
  javascript('a loop that ends from within', 'O(n)', 'while (true) { if (done()) break }'),
  javascript('a break that ends only a switch', 'unbounded', 'while (true) { switch (a) { case 1: break } }'),
]
