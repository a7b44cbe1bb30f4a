import { casesOf, type RepairCase } from './repair-case.fixture.ts'

const EARLY = "ReferenceError: Cannot access 'area' before initialization"

/** Programs whose functions stand below the code that uses them. */
export const orderCases: RepairCase[] = casesOf('late-declaration', [
  [
    'run(area(2))\nconst area = (w) => w * w\nrun(1)\n',
    'const area = (w) => w * w\n\nrun(area(2))\nrun(1)\n',
    EARLY,
    1,
  ],
  [
    'run(1)\nif (a) {\n  run(new area())\n}\nclass area {\n  a = 1\n}\n',
    'run(1)\nclass area {\n  a = 1\n}\n\nif (a) {\n  run(new area())\n}\n',
    EARLY,
    3,
  ],
  // The value is worked out where it stands.
  ['run(area)\nconst area = read()\n', null, EARLY, 1],
])
