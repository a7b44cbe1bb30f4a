import { type Fault, mechanical, type Way } from './fault.ts'
import { replace } from './replace.ts'

const wrap =
  (before: string, after: string): Way =>
  ({ text }) => [
    [
      { start: 0, end: 0, text: before },
      { start: text.length, end: text.length, text: after },
    ].filter((edit) => edit.text !== ''),
  ]

/** Leftovers of copying from an answer, a page or a document, in any language. */
export function copiedFaults(fence: string): Fault[] {
  return [
    mechanical('leftover-fence', wrap(`\`\`\`${fence}\n`, '```\n'), wrap('', '```\n'), wrap(`\`\`\`${fence}\n`, '')),
    mechanical(
      'leftover-prose-before',
      wrap('Here is the complete program:\n\n', ''),
      wrap("Sure! Here's a script that does what you asked for:\n\n", ''),
      wrap('The following code reads the data and prints a summary.\n\n', ''),
    ),
    mechanical(
      'leftover-prose-after',
      wrap('', '\nThis program prints the results in order.\n'),
      wrap('', '\nYou can run it as it is, and let me know if you need any changes!\n'),
      wrap('', '\nExplanation: the loop visits every entry once.\n'),
    ),
    mechanical('no-break-space', replace(/(?<=\S) (?=\S)/g, '\u00a0'), replace(/^ (?= +\S)/gm, '\u00a0')),
    mechanical('zero-width-space', replace(/(?<=\w) (?=[=+(])/g, '\u200b '), replace(/(?<=[=(]) ?(?=\w)/g, '$0\u200b')),
    mechanical('typographic-dash', replace(/(?<=\w )-(?= \w)/g, '–'), replace(/(?<=[(\s])-(?=\d)/g, '−')),
  ]
}
