import { copiedFaults } from '../copied.ts'
import { type Edit, mechanical, type Way } from '../fault.ts'
import { replace } from '../replace.ts'

/** Turns the whole program into a console session: every line has a prompt. */
const session: Way = ({ text }) => {
  const edits: Edit[] = []
  let at = 0
  for (const line of text.split('\n').slice(0, -1)) {
    const prompt = line === '' || /^[ \])}]/.test(line) ? '... ' : '>>> '
    edits.push({ start: at, end: at, text: line === '' ? '...' : prompt })
    at += line.length + 1
  }
  return [edits]
}

export const copiedPythonFaults = [
  ...copiedFaults('python'),
  mechanical('leftover-prompts', session),
  mechanical('leftover-prompt', replace(/^(?=\S)/gm, '>>> ')),
]
