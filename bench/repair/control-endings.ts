import type { CorpusLanguage } from './faults/source.ts'

/** Code appended to a working program: it then ends as its author means it to. */
export interface ControlEnding {
  name: string
  languages: CorpusLanguage[]
  code: string
  exitCode: number
}

const endings = (
  languages: CorpusLanguage[],
  rows: [name: string, exitCode: number, code: string][],
): ControlEnding[] => rows.map(([name, exitCode, code]) => ({ name, languages, exitCode, code: `\n${code}\n` }))

export const controlEndings: ControlEnding[] = [
  ...endings(
    ['python'],
    [
      ['exits with 3', 3, 'import sys\nsys.exit(3)'],
      ['exits with a message', 1, 'import sys\nsys.exit("error: no records were given")'],
      ['fails the assertion of its task', 1, 'expected = 41\nassert expected == 42, "the checksum does not match"'],
      ['raises on purpose', 1, 'raise ValueError("bad input")'],
      ['raises its own error', 1, 'class StockError(Exception):\n    pass\n\nraise StockError("sold out")'],
      ['is not implemented yet', 1, 'raise NotImplementedError("export is not supported")'],
      ['prints a traceback of another', 0, printedTraceback()],
      ['catches its error', 0, 'try:\n    {}["missing"]\nexcept KeyError as error:\n    print("caught", error)'],
      ['warns on stderr', 0, 'import sys\nprint("SyntaxError: invalid syntax", file=sys.stderr)'],
    ],
  ),
  ...endings(
    ['javascript', 'typescript'],
    [
      ['exits with 2', 2, 'process.exit(2)'],
      ['sets its exit code', 4, 'process.exitCode = 4'],
      ['throws on purpose', 1, "throw new Error('bad input')"],
      ['throws a range error of its own', 1, "throw new RangeError('quantity must be positive')"],
      ['fails an assertion', 1, "if (1 + 1 !== 3) throw new Error('assertion failed: totals differ')"],
      ['prints an error of another', 0, "console.log('ReferenceError: total is not defined\\n    at main.js:3:1')"],
      ['catches its error', 0, "try { null.name } catch (error) { console.log('caught', error.name) }"],
      ['warns on stderr', 0, "console.error('SyntaxError: Unexpected token')"],
    ],
  ),
  ...endings(
    ['bash'],
    [
      ['exits with 1', 1, 'exit 1'],
      ['exits with 7', 7, 'echo "error: no such user" >&2\nexit 7'],
      ['fails a test', 1, '[ "$((1 + 1))" -eq 3 ]'],
      ['ends with false', 1, 'false'],
      ['finds nothing', 1, 'echo "alpha beta" | grep gamma'],
      ['fails unless a variable is given', 1, 'echo "$' + '{REQUIRED_SETTING:?must be set}"'],
      ['prints an error of another', 0, 'echo "main.sh: line 3: foo: command not found"'],
      ['warns on stderr', 0, 'echo "syntax error near unexpected token" >&2'],
    ],
  ),
  ...endings(
    ['sql'],
    [
      [
        'breaks a check',
        1,
        'CREATE TABLE strict_limits (n INTEGER CHECK (n < 10));\nINSERT INTO strict_limits VALUES (12);',
      ],
      [
        'breaks uniqueness',
        1,
        "CREATE TABLE strict_tags (name TEXT UNIQUE);\nINSERT INTO strict_tags VALUES ('a'), ('a');",
      ],
      [
        'breaks not null',
        1,
        'CREATE TABLE strict_people (name TEXT NOT NULL);\nINSERT INTO strict_people VALUES (NULL);',
      ],
      [
        'raises in a trigger',
        1,
        "CREATE TABLE audit (n INTEGER);\nCREATE TRIGGER frozen BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'the audit is closed'); END;\nINSERT INTO audit VALUES (1);",
      ],
      ['prints an error of another', 0, "SELECT 'no such column: total' AS message;"],
    ],
  ),
]

/** The text of a traceback, printed by a program that works. */
function printedTraceback(): string {
  const lines = [
    'Traceback (most recent call last):',
    '  File \\"main.py\\", line 3, in <module>',
    "NameError: name 'x' is not defined",
  ]
  return `import sys\nprint("${lines.join('\\n')}", file=sys.stderr)`
}
