import type { Callable } from './callable.ts'
import { callText, titleOf } from './case-title.ts'
import type { FoundCase, Outcome, Scene } from './found-cases.ts'
import { kindOfCase } from './kind-of-case.ts'
import { quote } from './literal-text.ts'
import type { WrittenCase } from './written-case.ts'

/** Undefined when no observation can be written down. */
export function writeCase(callable: Callable, { scene, outcomes, asked }: FoundCase): WrittenCase | undefined {
  const lines = callable.members ? storyLines(callable, scene, outcomes) : callLines(callable, scene.args, outcomes[0])
  if (!lines?.some((line) => line.includes('assert.'))) return undefined
  return {
    function: callable.name,
    title: titleOf(callable, scene, outcomes),
    lines,
    isAsync: lines.some((line) => line.includes('await ')),
    kind: kindOfCase(scene, outcomes),
    from: asked === undefined ? 'observed' : 'model',
  }
}

function callLines(callable: Callable, args: readonly string[], outcome: Outcome | undefined): string[] | undefined {
  if (!outcome) return undefined
  const changed = (outcome.after ?? []).flatMap((text, index) => (text === null ? [] : [{ text, index }]))
  const names = new Map(changed.map(({ index }) => [index, argumentName(callable, index)]))
  const given = args.map((text, index) => names.get(index) ?? text)
  const set = [...names].map(([index, name]) => `const ${name} = ${args[index]}`)
  const acting = assertion(callText(callable, given), outcome)
  if (!acting) return undefined
  return [...set, ...acting, ...changed.map(({ text, index }) => `assert.deepEqual(${names.get(index)}, ${text})`)]
}

/** The parameter's name, unless it would hide the function. */
function argumentName({ parameters, name }: Callable, index: number): string {
  const own = parameters[Math.min(index, parameters.length - 1)]?.name ?? 'given'
  return own === name.split('.')[0] || own === 'assert' || own === 'test' ? `${own}Given` : own
}

function storyLines(
  callable: Callable,
  { args, steps = [] }: Scene,
  outcomes: readonly Outcome[],
): string[] | undefined {
  const [made, ...rest] = outcomes
  if (made?.kind !== 'made') return made && assertion(callText(callable, args), made)
  const own = objectName(callable)
  const lines = [`const ${own} = ${callText(callable, args)}`]
  for (const [index, { member, args: given = [], isRead }] of steps.entries()) {
    const outcome = rest[index]
    const target = member === '' ? own : `${own}.${member}`
    const written = outcome && assertion(isRead ? target : `${target}(${given.join(', ')})`, outcome, !isRead)
    if (!written) return undefined
    lines.push(...written)
  }
  return lines.length > 1 ? lines : undefined
}

function objectName({ name }: Callable): string {
  const last = name.split('.').at(-1) ?? name
  const bare = last.replace(/^(?:make|create|build|new)(?=[A-Z])/, '')
  const small = bare.charAt(0).toLowerCase() + bare.slice(1)
  return small === last || small === '' ? 'made' : small
}

/** The lines that make the call and assert its result. */
function assertion(call: string, outcome: Outcome, isStep = false): string[] | undefined {
  if (outcome.kind === 'threw') return throwing(call, outcome)
  if (outcome.kind !== 'returned') return undefined
  const { printed, text, how } = outcome
  if (printed) {
    const act = how === 'promise' ? `async () => ${call}` : `() => ${call}`
    return text === 'undefined' || text === undefined
      ? [`assert.deepEqual(await printed(${act}), ${listText(printed)})`]
      : [
          `assert.deepEqual(await printed(async () => ${equal(how === 'promise' ? `await ${call}` : call, outcome)}), ${listText(printed)})`,
        ]
  }
  if (text === undefined)
    return outcome.opaque && how === 'plain' ? [`assert.equal(typeof ${call}, '${outcome.opaque}')`] : undefined
  if (text === 'undefined' && how === 'plain' && (outcome.after || isStep)) return [call]
  return [equal(valueText(call, outcome), outcome)]
}

const equal = (value: string, { isDeep, text, opaque }: Outcome): string =>
  text === undefined
    ? `assert.equal(typeof ${value}, '${opaque}')`
    : `assert.${isDeep ? 'deepEqual' : 'equal'}(${value}, ${text})`

function valueText(call: string, { how, taken }: Outcome): string {
  if (how === 'promise') return `await ${call}`
  if (how === 'iterator') return taken === undefined ? `[...${call}]` : `${call}.take(${taken}).toArray()`
  if (how === 'asyncIterator')
    return taken === undefined ? `await Array.fromAsync(${call})` : `await firstOf(${call}, ${taken})`
  return call
}

function throwing(call: string, outcome: Outcome): string[] | undefined {
  const { how, isError, text } = outcome
  const expected = isError
    ? errorText(outcome)
    : text !== undefined
      ? `(thrown) => util.isDeepStrictEqual(thrown, ${text})`
      : undefined
  if (expected === undefined) return undefined
  if (how === 'promise' || how === 'asyncIterator')
    return [`await assert.rejects(async () => ${valueText(call, outcome)}, ${expected})`]
  return [`assert.throws(() => ${valueText(call, outcome)}, ${expected})`]
}

function errorText(outcome: Outcome): string {
  const name = quote(outcome.name ?? 'Error')
  if (outcome.isNative) return `{ name: ${name} }`
  return `{ name: ${name}, message: ${quote(outcome.message ?? '')} }`
}

const listText = (lines: readonly string[]): string => `[${lines.map(quote).join(', ')}]`
