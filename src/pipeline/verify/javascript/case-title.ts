import type { Callable } from './callable.ts'
import type { Outcome, Scene } from './found-cases.ts'

const MOST_CALL = 60
const MOST_RESULT = 40

export const callText = ({ name, isConstructed }: Callable, args: readonly string[]): string =>
  `${isConstructed ? 'new ' : ''}${name}(${args.join(', ')})`

/** Titles such as `gcd(12, 18) is 6`, `grade(101) throws RangeError`, `Stack: push(1), pop()`. */
export function titleOf(callable: Callable, { args, steps = [] }: Scene, outcomes: readonly Outcome[]): string {
  const call = callTitle(callable, { args })
  const [first] = outcomes
  if (!callable.members || first?.kind !== 'made') return `${call} ${endOf(first)}`
  const told = steps.map(({ member, args: given = [], isRead }) => `${member}${isRead ? '' : `(${given.join(', ')})`}`)
  return `${call}: ${shorten(told.join(', '), MOST_CALL)}`
}

export const callTitle = (callable: Callable, { args }: Scene): string => shorten(callText(callable, args), MOST_CALL)

function endOf(outcome: Outcome | undefined): string {
  if (outcome?.kind === 'threw') return `${outcome.how === 'promise' ? 'rejects with' : 'throws'} ${outcome.name}`
  if (outcome?.printed && (outcome.text === undefined || outcome.text === 'undefined'))
    return `prints ${shorten(outcome.printed.join(' / '), MOST_RESULT)}`
  if (outcome?.after) return 'changes what it is given'
  const verb = outcome?.how === 'promise' ? 'resolves to' : outcome?.how === 'plain' ? 'is' : 'yields'
  return `${verb} ${outcome?.text === undefined ? `a value of type ${outcome?.opaque}` : shorten(outcome.text, MOST_RESULT)}`
}

const shorten = (text: string, most: number): string => {
  const line = text
    .replace(/\s+/g, ' ')
    .replace(/Object\.assign\(Object\.create\(([\w$]+)\.prototype\), (\{[^{}]*\})\)/g, '$1 $2')
  return line.length > most ? `${[...line].slice(0, most - 1).join('')}…` : line
}
