import type { RemarkRule } from '../remark-at.ts'

interface RuffGroup extends Omit<RemarkRule, 'rule'> {
  codes: readonly string[]
  /** Whether Ruff's fix keeps the program's behaviour; a fix that may not is left out. */
  fix?: true
}

/** The rules of Ruff that matter for a program about to run, with the texts of their remarks. */
const GROUPS: readonly RuffGroup[] = [
  {
    codes: ['F821', 'F823', 'F822'],
    family: 'practice',
    severity: 'high',
    why: 'A name that is not there when it is needed ends the program with a NameError.',
    remedy: 'Define or import the name before this line, or correct its spelling.',
  },
  {
    codes: [
      ...['F502', 'F507', 'F522', 'F523', 'F524', 'PLE1205', 'PLE1206', 'PLE1307', 'F632', 'F702', 'F706'],
      ...['PLE0604', 'PLE0605', 'PLE0643', 'PLE1142'],
    ],
    family: 'practice',
    severity: 'high',
    why: 'The line fails, or never means what it says, as soon as it is reached.',
    remedy: 'Make the values fit the format, the comparison or the place.',
  },
  {
    codes: [
      'F601',
      'F811',
      'B033',
      'F634',
      'B015',
      'B018',
      'PLW0127',
      'PLW0128',
      'PLW0129',
      'PLR0124',
      'B005',
      'PLW0133',
    ],
    family: 'practice',
    severity: 'medium',
    why: 'The line has no effect, or not the one that it seems to have: most often something was forgotten.',
    remedy: 'Write what was meant, or remove the line.',
  },
  {
    codes: ['B006', 'B008', 'B023', 'RUF008', 'RUF009', 'RUF024'],
    family: 'practice',
    severity: 'medium',
    why: 'The value is made once and shared by all calls or rounds, so what one changes the next one sees.',
    remedy: 'Make the value inside of the function, with None as the default, or bind it as an argument.',
  },
  {
    codes: ['E722', 'B012', 'B025', 'B029', 'B030', 'PLW0711', 'B017'],
    family: 'practice',
    severity: 'medium',
    why: 'It also catches what nobody wanted to catch, such as Ctrl-C and spelling mistakes, and hides it.',
    remedy: 'Name the exceptions that this place can deal with.',
  },
  {
    codes: ['B904', 'B028', 'TRY002', 'TRY203', 'TRY400', 'B011'],
    family: 'practice',
    severity: 'info',
    why: 'Whoever reads the error later does not see where it came from.',
    remedy: 'Keep the first cause: `raise … from error`, and let exceptions through that are not dealt with.',
  },
  {
    codes: ['B020', 'B031', 'B035', 'B039', 'B019', 'RUF006'],
    family: 'practice',
    severity: 'medium',
    why: 'Something that is in use is changed or lost under the hands of its user.',
    remedy: 'Work on a copy, give the value another name, or keep a reference to it.',
  },
  {
    codes: ['F401', 'F541', 'PIE790', 'PIE794', 'PIE804', 'PLR0402', 'PLR1711', 'UP034', 'PLW0120'],
    family: 'style',
    severity: 'low',
    why: 'It does nothing, and readers look for what it is there for.',
    remedy: 'Remove it.',
    fix: true,
  },
  {
    codes: ['F841', 'B007', 'PLW0602', 'RUF059', 'F403'],
    family: 'style',
    severity: 'low',
    why: 'A name that is never used, or that nobody can trace, often stands for a step that was forgotten.',
    remedy: 'Use it, remove it, or name it `_`.',
  },
  {
    codes: ['E711', 'E712', 'E721'],
    family: 'practice',
    severity: 'low',
    why: 'Types may define `==` as they like; None, True and types are one object each.',
    remedy: 'Compare with `is`, test the truth of the value itself, or use isinstance.',
  },
  {
    codes: ['E713', 'E714', 'SIM201', 'SIM202', 'SIM208', 'SIM300', 'SIM118', 'SIM910', 'UP015', 'FURB105'],
    family: 'style',
    severity: 'info',
    why: 'There is a plainer way to say the same.',
    remedy: 'Use the plain form.',
    fix: true,
  },
  {
    codes: ['E731', 'A001', 'N801', 'N802', 'N804', 'N805', 'PLW0603'],
    family: 'style',
    severity: 'info',
    why: 'Readers of Python expect names and definitions in the usual form, and take another for something else.',
    remedy: 'Follow the convention, unless an interface from elsewhere asks for this name.',
  },
  {
    codes: ['C400', 'C401', 'C402', 'C403', 'C404', 'C405', 'C406', 'C410', 'C411', 'C414', 'C416', 'C417', 'C419'],
    family: 'performance',
    severity: 'info',
    why: 'A collection is made only to be thrown away, or by a detour.',
    remedy: 'Build what is needed directly.',
    fix: true,
  },
  {
    codes: ['PERF101', 'PERF102', 'PERF403', 'RUF015', 'FURB129', 'C413'],
    family: 'performance',
    severity: 'info',
    why: 'The whole collection is copied or built although a part of it, or a view, is enough.',
    remedy: 'Iterate over it directly.',
  },
  {
    codes: ['RET505', 'RET506', 'RET507', 'RET508', 'PLR5501', 'SIM102', 'SIM114', 'SIM117'],
    family: 'refactoring',
    severity: 'info',
    why: 'Each level of indentation is one more condition that a reader keeps in mind.',
    remedy: 'Leave early, or join the conditions.',
    fix: true,
  },
  {
    codes: ['SIM103', 'SIM110', 'SIM401', 'SIM210', 'SIM211', 'SIM212', 'PLR1714', 'PIE810', 'RUF005', 'SIM905'],
    family: 'refactoring',
    severity: 'info',
    why: 'The language has one expression for these lines, which says what is meant and runs faster.',
    remedy: 'Use that expression.',
    fix: true,
  },
  {
    codes: ['UP032', 'FLY002'],
    family: 'refactoring',
    severity: 'info',
    why: 'An f-string shows each value where it goes.',
    remedy: 'Use an f-string.',
    fix: true,
  },
  {
    codes: ['UP004', 'UP006', 'UP007', 'UP008', 'UP024', 'UP035', 'UP045', 'UP018', 'UP012'],
    family: 'style',
    severity: 'info',
    why: 'It is a form that only old versions of Python needed.',
    remedy: 'Use the present form.',
    fix: true,
  },
  {
    codes: ['ASYNC210', 'ASYNC220', 'ASYNC221', 'ASYNC222', 'ASYNC230', 'ASYNC251'],
    family: 'performance',
    severity: 'medium',
    why: 'A call that blocks inside of an async function stops every other task of the loop.',
    remedy: 'Await an asynchronous call, or move the work to `asyncio.to_thread`.',
  },
]

export type RuffRule = Omit<RuffGroup, 'codes'>

export const ruffRules: ReadonlyMap<string, RuffRule> = new Map(
  GROUPS.flatMap(({ codes, ...rule }) => codes.map((code) => [code, rule] as const)),
)
