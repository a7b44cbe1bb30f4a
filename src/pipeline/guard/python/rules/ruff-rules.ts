import type { RuffDiagnostic } from '../../../../language/python/lint-python.ts'
import { factRule, type PythonRule, type RuleWords } from '../call-rule.ts'
import { callsAny } from '../condition.ts'
import type { PythonProgram } from '../program.ts'

interface RuffRow extends Omit<RuleWords, 'id'> {
  /** Leaves out remarks where our own rules have already looked. */
  unless?: (program: PythonProgram, diagnostic: RuffDiagnostic) => boolean
}

/** Rules of Ruff, by code, for dangers that ours do not find. Rules that ours replace, and those about taste, are left out. */
export const RUFF_ROWS: Readonly<Record<string, RuffRow>> = {
  S107: {
    family: 'secrets',
    severity: 'medium',
    title: 'A password is the default of a parameter',
    why: 'Everyone who has the code has the password.',
    remedy: 'Leave the default out, and take it from a setting.',
    cwe: [259],
  },
  S108: {
    family: 'files',
    severity: 'low',
    title: 'A file with a fixed name in a folder for everybody',
    why: 'Somebody else can put a file or link there first.',
    remedy: 'Use the tempfile module.',
    cwe: [377],
  },
  S113: {
    family: 'resources',
    severity: 'low',
    title: 'A request without a time limit',
    why: 'A server that does not answer holds the program up for ever.',
    remedy: 'Give timeout=10.',
    cwe: [400],
  },
  S310: {
    family: 'network',
    severity: 'low',
    title: 'An address of any kind is opened',
    why: 'file: addresses read files of the machine.',
    remedy: 'Check that the address starts with https:.',
    cwe: [22, 918],
  },
  S503: {
    family: 'cryptography',
    severity: 'high',
    title: 'A version of TLS that is broken is the default of a parameter',
    why: 'What is sent can be read by others.',
    remedy: 'Use ssl.create_default_context().',
    cwe: [326, 757],
  },
  S508: {
    family: 'network',
    severity: 'medium',
    title: 'SNMP of a version without protection',
    why: 'Everyone on the way can read and change it.',
    remedy: 'Use SNMPv3 with authentication and privacy.',
    cwe: [319],
  },
  S509: {
    family: 'network',
    severity: 'medium',
    title: 'SNMP without encryption or authentication',
    why: 'Everyone on the way can read and change it.',
    remedy: 'Give keys for authentication and privacy.',
    cwe: [319],
  },
  S608: {
    family: 'sql',
    severity: 'medium',
    title: 'A query is put together from pieces',
    why: 'If a piece comes from others, they can change the query.',
    remedy: 'Leave placeholders in the query, and give the values beside it.',
    cwe: [89],
    unless: (program) =>
      callsAny(
        program,
        '.execute',
        '.executemany',
        '.executescript',
        '.raw',
        'sqlalchemy.text',
        'pandas.read_sql',
        'pandas.read_sql_query',
      ),
  },
  S609: {
    family: 'code-execution',
    severity: 'medium',
    title: 'A shell fills in file names',
    why: 'Files with names like options change what the command does.',
    remedy: 'Put "./" before the pattern, or use glob.',
    cwe: [155],
  },
  S610: {
    family: 'sql',
    severity: 'medium',
    title: 'Pieces of SQL are given to extra()',
    why: 'They are not escaped.',
    remedy: 'Use the query functions of the framework.',
    cwe: [89],
  },
  S611: {
    family: 'sql',
    severity: 'medium',
    title: 'SQL as it is, by RawSQL',
    why: 'It is not escaped.',
    remedy: 'Use the query functions of the framework, and params for values.',
    cwe: [89],
  },
  S612: {
    family: 'code-execution',
    severity: 'high',
    title: 'Takes the configuration of its log from the network',
    why: 'Pieces of it are run as code.',
    remedy: 'Read the configuration from a file.',
    cwe: [94],
  },
  S704: {
    family: 'code-execution',
    severity: 'medium',
    title: 'Text is marked as HTML that needs no escaping',
    why: 'If it comes from others, it can hold scripts.',
    remedy: 'Use escape(), or Markup with format arguments.',
    cwe: [79],
  },
}

export const ruffRules: readonly PythonRule[] = Object.entries(RUFF_ROWS).map(([code, { unless, ...words }]) =>
  factRule({ id: `ruff/${code}`, ...words }, (program) =>
    program.diagnostics().flatMap((diagnostic) => {
      const { start, end, message, fix } = diagnostic
      if (diagnostic.code !== code || unless?.(program, diagnostic)) return []
      return [{ start, end, message, ...(fix && { fix }) }]
    }),
  ),
)
