import { describe, expect, it } from 'vitest'
import type { Facts } from '../../../language/language.ts'
import type { Strategy } from '../strategy.ts'
import { abstractMethod } from './abstract-method.ts'
import { comparedStatement } from './compared-statement.ts'
import { foreignMethods } from './foreign-methods.ts'
import { foreignNames } from './foreign-names.ts'
import { lostParameter } from './lost-parameter.ts'
import { missingImport } from './missing-import.ts'
import { misspeltAttribute } from './misspelt-attribute.ts'
import { misspeltImport } from './misspelt-import.ts'
import { misspeltKey } from './misspelt-key.ts'
import { misspeltKeyword } from './misspelt-keyword.ts'
import { misspeltName } from './misspelt-name.ts'
import { moduleOrMember } from './module-or-member.ts'
import { removedApi } from './removed-api.ts'
import { renamedParameter } from './renamed-parameter.ts'
import { faultOf, repairBy, type Told } from './repair.fixture.ts'
import { unboundLocal } from './unbound-local.ts'
import { wrongArgument } from './wrong-argument.ts'

type Row = [broken: string, told: Told, repaired: string, facts?: Partial<Facts>]

const unknown = (name: string, line: number): Told => ['NameError', `name '${name}' is not defined`, line]

function repairs(strategy: Strategy, rows: Row[]): void {
  describe(strategy.id, () => {
    it.each(rows)('%j, told %j, becomes %j', (broken, told, repaired, facts) => {
      expect(repairBy(strategy, faultOf(broken, told, facts))).toBe(repaired)
    })
  })
}

it('a lost variable is no constant that looks a little like it', () => {
  const told: Told = ['NameError', "name 'value' is not defined", 1]
  expect(repairBy(misspeltName, faultOf('print(value)', told))).toBeUndefined()
})

it('a method is no name inside of its class', () => {
  const code = 'class A:\n    def maxTotal(self, found):\n        return max_total\n'
  expect(repairBy(misspeltName, faultOf(code, unknown('max_total', 3)))).toBeUndefined()
})

it('a function is not renamed for a test that calls it by another spelling: it gets a second name', () => {
  const fault = faultOf('def opposite_signs(a):\n    return a\n', unknown('opposite_Signs', 1))
  expect(repairBy(misspeltName, { ...fault, test: 'assert opposite_Signs(1) == 1' })).toBeUndefined()
  expect(repairBy(misspeltName, { ...fault, code: `${fault.code}opposite_Signs(1)` })).toContain('opposite_signs(1)')
})

it('a variable that gets a value is no misspelt built-in function', () => {
  const code = 'def f(xs):\n    for x in xs:\n        ret = str(x) + ret\n    return ret\n'
  expect(repairBy(misspeltName, faultOf(code, unknown('ret', 3)))).toBeUndefined()
})

it('an attribute that is shortened, or has a word behind it, is the only one of its class that begins so', () => {
  const code = (use: string, more = '') =>
    `class Node:\n    def __init__(self, v):\n        self.value = v\n        self.next = None${more}\n\nprint(Node(1).${use})\n`
  const told = (use: string, line: number): Told => ['AttributeError', `'Node' object has no attribute '${use}'`, line]
  expect(repairBy(misspeltAttribute, faultOf(code('val'), told('val', 6)))).toBe(code('value'))
  expect(repairBy(misspeltAttribute, faultOf(code('next_node'), told('next_node', 6)))).toBe(code('next'))
  const two = '\n        self.valid = True'
  expect(repairBy(misspeltAttribute, faultOf(code('val', two), told('val', 7)))).toBeUndefined()
})

it('two numbered variables, each used more than once, are not taken for one', () => {
  const code =
    'def f(xs):\n    low1 = 0\n    for x in xs:\n        low1 += x\n        low2 += 1\n    return low1, low2\n'
  expect(repairBy(misspeltName, faultOf(code, unknown('low2', 5)))).toBeUndefined()
})

it('a loop does not go over its own variable', () => {
  const code = 'for node in near[nodes]:\n    print(node)\n'
  expect(repairBy(misspeltName, faultOf(code, unknown('nodes', 1)))).toBeUndefined()
  const hinted = faultOf(code, ['NameError', "name 'nodes' is not defined. Did you mean: 'node'?", 1])
  expect(repairBy(misspeltName, hinted)).toBeUndefined()
})

it('a type of the module typing stands for no value, and is one in an annotation', () => {
  const code = 'from typing import List\n'
  expect(repairBy(misspeltName, faultOf(`${code}print(MyList)`, unknown('MyList', 2)))).toBeUndefined()
  expect(repairBy(misspeltName, faultOf(`${code}x: Lst = 1`, unknown('Lst', 2)))).toBe(`${code}x: List = 1`)
})

it('a name of two words is not parted behind the first', () => {
  expect(repairBy(misspeltKeyword, faultOf('x = not_found', unknown('not_found', 1)))).toBeUndefined()
  const glued = faultOf('x = 1\nprint(notx)', unknown('notx', 2))
  expect(repairBy(misspeltKeyword, glued)).toBe('x = 1\nprint(not x)')
})

repairs(misspeltName, [
  ['print(flase)', unknown('flase', 1), 'print(False)'],
  ['count = 1\nprint(coutn)', unknown('coutn', 2), 'count = 1\nprint(count)'],
  ['count = 1\nprint(f"{coutn}")', unknown('coutn', 2), 'count = 1\nprint(f"{count}")'],
  ['prnt(1)', unknown('prnt', 1), 'print(1)'],
  [
    'def add_up(a):\n    return a\nprint(addUp(1))',
    unknown('addUp', 3),
    'def add_up(a):\n    return a\nprint(add_up(1))',
  ],
  [
    'def adn(a):\n    return a\nprint(add(1), add(2))',
    unknown('add', 3),
    'def add(a):\n    return a\nprint(add(1), add(2))',
  ],
  ['nums = [1]\nnums.sort()\nprint(my_nums)', unknown('my_nums', 3), 'nums = [1]\nnums.sort()\nprint(nums)'],
  ['total = 1\ntotal += 1\nprint(total_value)', unknown('total_value', 3), 'total = 1\ntotal += 1\nprint(total)'],
])

repairs(renamedParameter, [
  [
    'def f(data, n):\n    return numbers[n]\nf([1], 0)',
    unknown('numbers', 2),
    'def f(data, n):\n    return data[n]\nf([1], 0)',
  ],
])

it.each([
  ['two names fit', 'total_first = 1\ntotal_second = 2\nprint(total)', 3],
  ['two parameters are unused', 'def f(data, n):\n    return total\nf([1], 0)', 2],
])('a name is not guessed where %s', (_, code, line) => {
  const fault = faultOf(code, unknown('total', line))
  expect([misspeltName, renamedParameter].map((strategy) => repairBy(strategy, fault))).toEqual([undefined, undefined])
})

repairs(missingImport, [
  ['print(np.zeros(3))', unknown('np', 1), 'import numpy as np\nprint(np.zeros(3))'],
  ['print(json.dumps(1))', unknown('json', 1), 'import json\nprint(json.dumps(1))'],
  ['x = defaultdict(list)', unknown('defaultdict', 1), 'from collections import defaultdict\nx = defaultdict(list)'],
  ['print(datetime.now())', unknown('datetime', 1), 'from datetime import datetime\nprint(datetime.now())'],
  ['d = datetime.date(1, 1, 1)', unknown('datetime', 1), 'import datetime\nd = datetime.date(1, 1, 1)'],
  ['from math import pi\nprint(sqrt(pi))', unknown('sqrt', 2), 'from math import pi, sqrt\nprint(sqrt(pi))'],
  ['"""Doc."""\nx: List[int] = []', unknown('List', 2), '"""Doc."""\nfrom typing import List\nx: List[int] = []'],
])

repairs(foreignNames, [
  ['x = true\ny = null', unknown('true', 1), 'x = True\ny = None'],
  ['console.log(x)', unknown('console', 1), 'print(x)'],
  ['x = Math.floor(2.5)', unknown('Math', 1), 'import math\nx = math.floor(2.5)'],
  ['for i in xrange(3):\n    pass', unknown('xrange', 1), 'for i in range(3):\n    pass'],
  ['x = 1  // done', unknown('done', 1), 'x = 1  # done'],
  ['x = reduce(f, y)', unknown('reduce', 1), 'from functools import reduce\nx = reduce(f, y)'],
])

repairs(comparedStatement, [['x == 5\nprint(x)', unknown('x', 1), 'x = 5\nprint(x)']])

repairs(misspeltAttribute, [
  ['x = []\nx.apend(1)', ['AttributeError', "'list' object has no attribute 'apend'", 2], 'x = []\nx.append(1)'],
  [
    'import math\nmath.sqr(2)',
    ['AttributeError', "module 'math' has no attribute 'sqr'", 2],
    'import math\nmath.sqrt(2)',
    { members: ['sqrt', 'sin'] },
  ],
  [
    'e = {"level": 1}\nprint(e.level)',
    ['AttributeError', "'dict' object has no attribute 'level'", 2],
    'e = {"level": 1}\nprint(e["level"])',
  ],
])

repairs(foreignMethods, [
  ['x.push(1)', ['AttributeError', "'list' object has no attribute 'push'", 1], 'x.append(1)'],
  ['print(x.length)', ['AttributeError', "'str' object has no attribute 'length'", 1], 'print(len(x))'],
  [
    'if d.has_key(k):\n    pass',
    ['AttributeError', "'dict' object has no attribute 'has_key'", 1],
    'if k in d:\n    pass',
  ],
  ['y = s.substring(1, 3)', ['AttributeError', "'str' object has no attribute 'substring'", 1], 'y = s[1:3]'],
  [
    'q.push(1)',
    ['AttributeError', "'Queue' object has no attribute 'push'", 1],
    'q.append(1)',
    { members: ['append'] },
  ],
  [
    'a = a.append(b, ignore_index=True)',
    ['AttributeError', "'DataFrame' object has no attribute 'append'", 1],
    'a = pd.concat([a, b], ignore_index=True)',
  ],
])

repairs(removedApi, [
  [
    'from collections import Mapping',
    ['ImportError', "cannot import name 'Mapping' from 'collections' (x.py)", 1],
    'from collections.abc import Mapping',
  ],
  [
    'import time\ntime.clock()',
    ['AttributeError', "module 'time' has no attribute 'clock'", 2],
    'import time\ntime.perf_counter()',
  ],
  [
    'import numpy as np\nx = np.float(1)',
    ['AttributeError', "module 'numpy' has no attribute 'float'", 2],
    'import numpy as np\nx = float(1)',
  ],
  [
    'import ConfigParser',
    ['ModuleNotFoundError', "No module named 'ConfigParser'", 1],
    'import configparser as ConfigParser',
  ],
])

repairs(moduleOrMember, [
  [
    'import datetime\nprint(datetime.now())',
    ['AttributeError', "module 'datetime' has no attribute 'now'", 2],
    'import datetime\nprint(datetime.datetime.now())',
  ],
  [
    'from datetime import datetime\nprint(datetime.datetime.now())',
    ['AttributeError', "type object 'datetime.datetime' has no attribute 'datetime'", 2],
    'from datetime import datetime\nprint(datetime.now())',
  ],
  [
    'import pprint\npprint(1)',
    ['TypeError', "'module' object is not callable", 2],
    'from pprint import pprint\npprint(1)',
  ],
])

repairs(misspeltImport, [
  ['import jsn\njsn.dumps(1)', ['ModuleNotFoundError', "No module named 'jsn'", 1], 'import json\njson.dumps(1)'],
  [
    'from collections import Conter',
    ['ImportError', "cannot import name 'Conter' from 'collections' (x)", 1],
    'from collections import Counter',
  ],
  [
    'import defaultdict',
    ['ModuleNotFoundError', "No module named 'defaultdict'", 1],
    'from collections import defaultdict',
  ],
])

repairs(wrongArgument, [
  [
    'def f(day):\n    return day.strftime(day, "%Y")',
    ['TypeError', 'strftime() takes at most 1 argument (2 given)', 2],
    'def f(day):\n    return day.strftime("%Y")',
  ],
  ['print(len([1], 0))', ['TypeError', 'len() takes exactly one argument (2 given)', 1], 'print(len([1]))'],
  [
    'def f(name):\n    pass\nf(nmae=1)',
    ['TypeError', "f() got an unexpected keyword argument 'nmae'", 3],
    'def f(name):\n    pass\nf(name=1)',
  ],
  ['print(1, sp="")', ['TypeError', "'sp' is an invalid keyword argument for print()", 1], 'print(1, sep="")'],
  [
    'class A:\n    def _init_(self, x):\n        pass\nA(1)',
    ['TypeError', 'A() takes no arguments', 4],
    'class A:\n    def __init__(self, x):\n        pass\nA(1)',
  ],
])

repairs(lostParameter, [
  [
    'def f(a):\n    return a + b\nf(1, 2)',
    ['TypeError', 'f() takes 1 positional argument but 2 were given', 3],
    'def f(a, b):\n    return a + b\nf(1, 2)',
  ],
])

repairs(abstractMethod, [
  [
    'class Square(Shape):\n    def aera(self): pass\nSquare()',
    ['TypeError', "Can't instantiate abstract class Square with abstract method area", 3],
    'class Square(Shape):\n    def area(self): pass\nSquare()',
  ],
])

repairs(misspeltKey, [['d = {"name": 1}\nd["nmae"]', ['KeyError', "'nmae'", 2], 'd = {"name": 1}\nd["name"]']])

repairs(unboundLocal, [
  [
    'n = 0\ndef f():\n    n += 1',
    ['UnboundLocalError', "cannot access local variable 'n' where it is not associated with a value", 3],
    'n = 0\ndef f():\n    global n\n    n += 1',
  ],
  [
    'try:\n    f()\nexcept E:\n    print(error)',
    unknown('error', 4),
    'try:\n    f()\nexcept E as error:\n    print(error)',
  ],
])
