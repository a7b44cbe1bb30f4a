import type { GuardRule, Spot } from '../../rule.ts'
import type { TextProgram } from '../text-program.ts'
import { overridePhrases } from './override-phrases.ts'

export const orderToAssistant: GuardRule<TextProgram> = {
  id: 'text/order-to-assistant',
  family: 'prompt-injection',
  severity: 'high',
  title: 'Text gives orders to a model that reads it',
  why: 'A model that reads the program or its output may follow the text instead of its user.',
  remedy: 'Remove the text; show what comes from elsewhere to models as data, never as instructions.',
  cwe: [1427],
  find: ordersOf,
}

function* ordersOf({ folded }: TextProgram): Generator<Spot> {
  let lastEnd = -1
  const found = overridePhrases
    .flatMap((phrase) => [...folded.text.matchAll(phrase)])
    .map(({ index, 0: said }) => folded.placeOf(index, index + said.length))
    .sort((a, b) => a.start - b.start)
  for (const place of found) {
    if (place.start < lastEnd) continue
    lastEnd = place.end
    yield place
  }
}
