import { patternsOf } from '../patterns-of.ts'

/** Complaints of the programs that scripts call. */
export const bashTools = patternsOf(
  { prefix: 'bash/tool', category: 'runtime', severity: 'medium', recoverable: true, languages: ['bash'] },
  [
    [
      'read-only',
      'ToolError',
      /Read-only file system$/,
      'The script writes where it may only read{at}: {message}.',
      { category: 'security', recoverable: false },
    ],
    [
      'network',
      'ToolError',
      /^(curl|wget|git|ssh|ping|nc): .*(?:resolve|connect|unreachable|network)/i,
      '`{1}` asks for the network{at}, which it may not use or which is not there.',
      { category: 'environment', recoverable: false },
    ],
    [
      'option',
      'ToolError',
      /^(\S+): (?:unrecognized|invalid|unknown|illegal) (?:long )?(?:option|predicate)(?: --)?:? *[`'‘]?([^'’]*)/,
      '`{1}` has no option `{2}`{at}.',
    ],
    [
      'missing-operand',
      'ToolError',
      /^(\S+): missing (?:file |destination file )?operand/,
      '`{1}` is called{at} without what it should work on.',
    ],
    [
      'sed',
      'ToolError',
      /^sed: -e expression #\d+, char \d+: (.*)/,
      'The expression of sed{at} is not valid: {1}.',
      { category: 'syntax' },
    ],
    ['awk', 'ToolError', /^[gmn]?awk: (.*)/, 'The program of awk{at} is not valid: {1}.', { category: 'syntax' }],
    ['jq', 'ToolError', /^jq: (?:error.*: |parse error: )?(.*)/, 'jq cannot do what is asked{at}: {1}.'],
    [
      'regular-expression',
      'ToolError',
      /^(\S+): (?:Unmatched|Invalid|unbalanced|missing terminating|Trailing)/,
      'The search pattern of `{1}`{at} is not valid.',
      { category: 'syntax' },
    ],
    ['other-language', 'ToolError', /^(python3?): (\w+: .*)/, 'The Python that the script runs{at} fails: {2}.'],
    ['general', 'ToolError', /^(\S+): (.*)/, '`{1}` fails{at}: {2}.'],
  ],
)
