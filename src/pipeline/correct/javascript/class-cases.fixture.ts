import { casesOf, type RepairCase } from './repair-case.fixture.ts'

const REFERENCE = 'ReferenceError: '
const PUSH = "TypeError: Cannot read properties of undefined (reading 'push')"

/** Classes that use a field which nothing begins, and constructors that do not call the one above. */
export const classCases: RepairCase[] = [
  ...casesOf('begin-field', [
    [
      'class S {\n  private items: T[];\n  push(x: T) { this.items.push(x); }\n}\n',
      'class S {\n  private items: T[] = [];\n  push(x: T) { this.items.push(x); }\n}\n',
      PUSH,
      3,
    ],
    [
      'class S {\n  items\n  push(x) { this.items.push(x) }\n}\n',
      'class S {\n  items = []\n  push(x) { this.items.push(x) }\n}\n',
      PUSH,
      3,
    ],
    [
      'class S {\n  push(x) { this.items.push(x) }\n}\n',
      'class S {\n  items = [];\n  push(x) { this.items.push(x) }\n}\n',
      PUSH,
      2,
    ],
    [
      'class S {\n  seen: Map<string, number>\n  add(x: string) { this.seen.set(x, 1) }\n}\n',
      'class S {\n  seen: Map<string, number> = new Map()\n  add(x: string) { this.seen.set(x, 1) }\n}\n',
      "TypeError: Cannot read properties of undefined (reading 'set')",
      3,
    ],
    ['class S {\n  constructor(x) { this.items = x }\n  push(x) { this.items.push(x) }\n}\n', null, PUSH, 3],
    ['class S {\n  items: Queue\n  push(x) { this.items.push(x) }\n}\n', null, PUSH, 3],
    ['class S {\n  push(x) { items.push(x) }\n}\n', null, PUSH, 2],
  ]),
  ...casesOf('call-super', [
    [
      'class A {\n  constructor(public a: string) {}\n}\nclass B extends A {\n  constructor(a: string, private b: number) { this.b = b }\n}\n',
      'class A {\n  constructor(public a: string) {}\n}\nclass B extends A {\n  constructor(a: string, private b: number) { super(a); this.b = b }\n}\n',
      `${REFERENCE}Must call super constructor in derived class before accessing 'this'`,
    ],
    [
      'class A {\n  constructor(a) {}\n}\nclass B extends A {\n  constructor(a, b) {\n    this.b = b\n  }\n}\n',
      'class A {\n  constructor(a) {}\n}\nclass B extends A {\n  constructor(a, b) {\n    super(a);\n    this.b = b\n  }\n}\n',
      `${REFERENCE}Must call super constructor in derived class before accessing 'this'`,
    ],
    [
      'class B extends A {\n  constructor() {\n    super()\n  }\n}\n',
      null,
      `${REFERENCE}Must call super constructor in derived class`,
    ],
  ]),
]
