import { combine, inputsFor, randomInput } from './inputs.mjs'

const MOST_SCENES = 160
const RANDOM_SCENES = 60
const LONGEST_STORY = 7

/** Inputs to try on a target, the most telling first: calls in the program, usual values, edges, then chance. */
export function scenesFor(target, around) {
  const calls = argumentsFor(target, around)
  if (!target.members) return calls.map((args) => ({ args }))
  return storiesFor(target, calls, around)
}

/** Rows of arguments for one function. */
function argumentsFor({ parameters, examples }, around) {
  const needed = parameters.filter(({ isOptional, isRest }) => !isOptional && !isRest).length
  const lists = parameters.map(({ shape, isRest }) => (isRest ? [''] : inputsFor(shape, around)))
  const rows = parameters.length ? combine(lists) : [[]]
  const shorter = rows.slice(0, 4).flatMap((row) => cutTo(row, needed))
  const chance = parameters.length ? Array.from({ length: RANDOM_SCENES }, () => randomRow(parameters, around)) : []
  const spread = parameters.at(-1)?.isRest ? restRows(parameters, around) : []
  return distinct([
    ...examples,
    ...spread,
    ...rows.slice(0, 3),
    ...shorter,
    ...rows.slice(3, MOST_SCENES),
    ...equalRows(parameters, lists),
    ...chance,
  ])
}

/** The same row without the arguments that may be left out. */
const cutTo = (row, needed) => Array.from({ length: row.length - needed }, (_, index) => row.slice(0, needed + index))

/** Two parameters of one kind that get the same value. */
function equalRows([one, other, ...rest], [texts]) {
  if (!one || !other || rest.length > 0 || one.shape.kind !== other.shape.kind) return []
  return texts.slice(0, 6).map((text) => [text, text])
}

function restRows(parameters, around) {
  const { shape } = parameters.at(-1)
  const each = shape.kind === 'array' ? shape.of : shape
  const fixed = parameters.slice(0, -1).map((parameter) => inputsFor(parameter.shape, around)[0])
  const [a = '1', b = '2', c = '3', ...more] = inputsFor(each, around)
  return [[a, b, c], [a], [], [c, a, b, ...more.slice(0, 3)], [b, b]].map((rest) => [...fixed, ...rest])
}

function randomRow(parameters, around) {
  return parameters.flatMap(({ shape, isOptional, isRest }) => {
    if (!isRest) return isOptional && around.random() < 0.2 ? ['undefined'] : [randomInput(shape, around)]
    const each = shape.kind === 'array' ? shape.of : shape
    return Array.from({ length: Math.floor(around.random() * 5) }, () => randomInput(each, around))
  })
}

function distinct(rows) {
  const seen = new Set()
  return rows
    .map((row) => row.filter((text) => text !== ''))
    .filter((row) => {
      const key = row.join('\u0000')
      return !seen.has(key) && seen.add(key)
    })
}

/** Objects that are made and used: every member alone, then every member after every other, then by chance. */
function storiesFor({ members, examples }, calls, around) {
  const making = (examples.length ? examples : calls).slice(0, 12)
  const rows = new Map(
    members.map((member) => [member.name, argumentsFor({ examples: member.examples, ...member }, around)]),
  )
  const stepOf = (member, index) =>
    member.isRead
      ? { member: member.name, isRead: true }
      : { member: member.name, args: at(rows.get(member.name), index) }
  const reads = members.filter(({ isRead }) => isRead).map((member) => stepOf(member, 0))
  const acting = members.filter(({ isRead }) => !isRead)
  const [usual = []] = making
  const alone = acting.flatMap((member) =>
    [0, 1, 2].map((index) => ({ args: usual, steps: [stepOf(member, index), ...reads] })),
  )
  const pairs = acting.flatMap((one) =>
    acting.map((other) => [stepOf(one, 0), stepOf(one, 1), stepOf(other, 0), stepOf(other, 2), ...reads]),
  )
  const pick = (list) => list[Math.floor(around.random() * list.length)]
  const chance = Array.from({ length: RANDOM_SCENES * 2 }, () => {
    const length = 2 + Math.floor(around.random() * LONGEST_STORY)
    const steps = acting.length
      ? Array.from({ length }, () => stepOf(pick(acting), Math.floor(around.random() * 12)))
      : []
    return {
      args: around.random() < 0.6 ? usual : pick([...calls.slice(0, 30), ...making]),
      steps: [...steps, ...reads],
    }
  })
  const made = calls
    .slice(0, 30)
    .map((args) => ({ args, steps: [...acting.slice(0, 2).map((member) => stepOf(member, 0)), ...reads] }))
  return [...alone, ...pairs.slice(0, 60).map((steps) => ({ args: usual, steps })), ...made, ...chance]
}

const at = (rows, index) => rows[Math.min(index, rows.length - 1)] ?? []
