import { expect, test } from 'vitest'
import { missingSelf } from './missing-self.ts'
import { faultOf, repairBy, type Told } from './repair.fixture.ts'

const unknown = (name: string, line: number): Told => ['NameError', `name '${name}' is not defined`, line]

const REPAIRED: [broken: string, told: Told, repaired: string][] = [
  [
    'class A:\n    def f(self, a):\n        return self.min(a) + self.max(a) + self.size(a)\n    def size(self, a):\n        return 1',
    ['AttributeError', "'A' object has no attribute 'min'", 3],
    'class A:\n    def f(self, a):\n        return min(a) + max(a) + self.size(a)\n    def size(self, a):\n        return 1',
  ],
  [
    'class A:\n    def f(self, a):\n        total = a\n        return self.Total',
    ['AttributeError', "'A' object has no attribute 'Total'", 4],
    'class A:\n    def f(self, a):\n        total = a\n        return total',
  ],
  [
    'class A:\n    def f(self, a):\n        return self.length(a)',
    ['AttributeError', "'A' object has no attribute 'length'", 3],
    'class A:\n    def f(self, a):\n        return len(a)',
  ],
  [
    'class A:\n    def f(self, a):\n        return self.min(a, 1)',
    ['AttributeError', "'A' object has no attribute 'min'", 3],
    'class A:\n    def f(self, a):\n        return min(a, 1)',
  ],
  [
    'class A:\n    def f():\n        return 1',
    ['TypeError', 'A.f() takes 0 positional arguments but 1 was given', 3],
    'class A:\n    def f(self):\n        return 1',
  ],
  [
    'class A:\n    def __init__(self, n):\n        self.n = n\n    def f(self):\n        return n',
    unknown('n', 5),
    'class A:\n    def __init__(self, n):\n        self.n = n\n    def f(self):\n        return self.n',
  ],
  [
    'class A:\n    def __init__(self, n):\n        n = n\nprint(A(1).n)',
    ['AttributeError', "'A' object has no attribute 'n'", 4],
    'class A:\n    def __init__(self, n):\n        self.n = n\nprint(A(1).n)',
  ],
]

test.each(REPAIRED)(
  'what belongs to an object has its self, and nothing else: %j, told %j, becomes %j',
  (broken, told, mended) => {
    expect(repairBy(missingSelf, faultOf(broken, told))).toBe(mended)
  },
)
