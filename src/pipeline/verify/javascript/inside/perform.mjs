import { observe } from './observe.mjs'
import { show } from './show.mjs'

/**
 * Plays one scene: a call of a function, or an object that is made and then used step by step. Arguments are source
 * texts, made anew each time. Answers one outcome for each step.
 */
export async function perform(target, scene, copy) {
  const { names, counters, mostSteps } = copy
  counters.reset(mostSteps)
  const called = reach(target.expression, names)
  if (typeof called !== 'function') return [{ kind: 'missing' }]
  const owner = target.expression.includes('.') ? reach(target.expression.replace(/\.[^.]*$/, ''), names) : undefined
  const invoke = (given) => (target.isConstructed ? new called(...given) : Reflect.apply(called, owner, given))
  const made = await callWith(scene.args, invoke, copy)
  if (!target.members) return [made.outcome]
  if (made.outcome.kind !== 'returned') return [made.outcome]
  const outcomes = [{ kind: 'made' }]
  for (const step of scene.steps) outcomes.push(await takeStep(made.value, step, copy))
  return outcomes
}

async function takeStep(object, step, context) {
  if (step.isRead) return observe(() => object[step.member], context)
  const act = (given) => (step.member === '' ? object(...given) : object[step.member](...given))
  return (await callWith(step.args, act, context)).outcome
}

/** The outcome of a call, with the arguments as they are behind it where it has changed them. */
async function callWith(args, act, context) {
  let value
  const given = makeArguments(args, context.names)
  if (!given) return { outcome: { kind: 'missing' } }
  const before = given.map((each) => shownObject(each, context.nameOf))
  const keep = () => {
    value = act(given)
    return value
  }
  const outcome = await observe(keep, context)
  const after = given.map((each, index) => {
    const text = before[index] && shownObject(each, context.nameOf)
    return text === before[index] ? null : text
  })
  const isChanged = outcome.kind !== 'slow' && after.some((text) => text)
  const settled = outcome.kind === 'returned' && outcome.how === 'promise' ? await value : value
  return { value: settled, outcome: isChanged ? { ...outcome, after } : outcome }
}

const shownObject = (value, nameOf) => (value !== null && typeof value === 'object' ? show(value, nameOf) : undefined)

const compiled = new Map()

/** Evaluates argument texts, which may name classes of the program; undefined when that cannot be done. */
function makeArguments(args, names) {
  const key = args.join('\u0000')
  try {
    if (!compiled.has(key)) compiled.set(key, new Function('names', `with (names) { return [${args.join(', ')}] }`))
    return compiled.get(key)(names)
  } catch {
    return undefined
  }
}

export function reach(expression, names) {
  return expression.split('.').reduce((value, name) => value?.[name], names)
}
