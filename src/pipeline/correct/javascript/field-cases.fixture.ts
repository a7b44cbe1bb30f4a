import { casesOf, type RepairCase } from './repair-case.fixture.ts'

const PUSH = "TypeError: Cannot read properties of undefined (reading 'push')"

/** Classes that use a field which nothing begins. */
export const fieldCases: RepairCase[] = casesOf('begin-field', [
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
])
