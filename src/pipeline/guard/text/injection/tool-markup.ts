import type { GuardRule, Spot } from '../../rule.ts'
import type { TextProgram } from '../text-program.ts'

export const toolMarkup: GuardRule<TextProgram> = {
  id: 'text/tool-markup',
  family: 'prompt-injection',
  severity: 'medium',
  title: 'Text has the marks by which models tell roles and calls of tools apart',
  why: 'A model that reads it as the end of its input may take what follows for orders, or for a call that it made itself.',
  remedy: 'Escape such marks in text that models will read.',
  cwe: [1427],
  find: marksOf,
}

/** Marks that end a tool's result, or call a tool. */
const CALLS =
  /<\/(?:tool_result|function_results?|tool_response|tool_output)>|<(?:function_calls|invoke name=|tool_call|tool_use)\b/g
const ROLES = /<\|(?:im_start|im_end|system|start_header_id|endoftext)\|>|\[\/?INST\]|<<SYS>>|<\/?system>/g
/** Words of command right behind a role mark, which make it an attack. */
const ORDERS = /\b(?:ignore|disregard|forget|execute|reveal|you must|run the|send)\b/i
const COMMAND = /\b(?:curl|wget|rm -rf|bash|powershell|nc|base64|chmod)\b/
const BEHIND = 300

function* marksOf({ source }: TextProgram): Generator<Spot> {
  const words = (from: number) => source.slice(from, from + BEHIND)
  for (const { index, 0: mark } of source.matchAll(CALLS)) {
    const isOrder = COMMAND.test(words(index)) || ORDERS.test(words(index))
    yield { start: index, end: index + mark.length, ...(isOrder && { severity: 'high' as const }) }
  }
  for (const { index, 0: mark } of source.matchAll(ROLES)) {
    const isOrder = ORDERS.test(words(index))
    yield { start: index, end: index + mark.length, severity: isOrder ? 'high' : 'low' }
  }
}
