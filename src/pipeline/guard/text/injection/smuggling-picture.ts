import type { GuardRule } from '../../rule.ts'
import type { TextProgram } from '../text-program.ts'

/** A Markdown picture with an address that carries data away. */
const PICTURE = /!\[[^\]\n]{0,200}\]\((https?:\/\/[^)\s]{1,400})\)/g
const TAKEN_ALONG =
  /[?&=/][^)]{0,200}[{<$%[](?:[^)]{0,40})(?:conversation|history|chat|context|secret|token|password|api_?key|env|credential|system_?prompt|user_?data|memory|summary)/i

export const smugglingPicture: GuardRule<TextProgram> = {
  id: 'text/smuggling-picture',
  family: 'prompt-injection',
  severity: 'high',
  title: 'A picture in Markdown sends something to its server',
  why: 'When the text is shown, the picture is fetched, and what the model was told travels along in the address.',
  remedy: 'Remove the picture; show only pictures from servers that are known.',
  cwe: [1427, 200],
  *find({ source }) {
    for (const match of source.matchAll(PICTURE)) {
      if (TAKEN_ALONG.test(match[1] ?? '')) yield { start: match.index, end: match.index + match[0].length }
    }
  },
}
