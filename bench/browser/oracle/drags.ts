import { at, type Oracle, type Oracles, type Player, parts, place, saying, submit } from './player.ts'

const WAYS: Record<string, { x: number; y: number }> = {
  left: { x: -15, y: 0 },
  right: { x: 15, y: 0 },
  up: { x: 0, y: -15 },
  down: { x: 0, y: 15 },
}

const direction =
  (css: string): Oracle =>
  async (player) => {
    const [way = ''] = parts(player.task, /(left|right|up|down)/)
    await player.act('drag', { from: css, by: WAYS[way] })
    await submit(player)
  }

/** The small one may lie under the large one: it is taken where it shows. */
const intoLarge: Oracle = async (player) => {
  const seen = await player.see<{ inside: boolean; grip: { x: number; y: number } | null }>(`(() => {
    const [small, large] = ['#draggableSmall', '#draggableLarge'].map((css) => document.querySelector(css))
    const own = small.getBoundingClientRect(), other = large.getBoundingClientRect()
    const [dx, dy] = [own.left - other.left, own.top - other.top]
    const inside = dx > 0 && dx < 30 && dy > 0 && dy < 30
    for (let y = 2; y < own.height; y += 2) for (let x = 2; x < own.width; x += 2)
      if (document.elementFromPoint(own.left + x, own.top + y) === small) return { inside, grip: { x, y } }
    return { inside, grip: null }
  })()`)
  if (!seen.inside && seen.grip)
    await player.act('drag', {
      from: '#draggableSmall',
      fromPosition: seen.grip,
      to: '#draggableLarge',
      toPosition: { x: 15 + seen.grip.x, y: 15 + seen.grip.y },
    })
  await submit(player)
}

const TAGS: Record<string, string> = { rectangles: 'rect', circles: 'circle', triangles: 'polygon' }
const SHAPE = 'rect:not(#shape-container), circle, polygon'

async function shapesOf({ see }: Player): Promise<{ tag: string; color: string }[]> {
  return see(
    `[...document.querySelectorAll(${JSON.stringify(SHAPE)})].map((el) => ({ tag: el.tagName, color: el.getAttribute('fill') }))`,
  )
}

const intoOne: Oracle = async (player) => {
  const [kind = ''] = parts(player.task, /Drag all (\w+) into/)
  for (const [nth, { tag }] of (await shapesOf(player)).entries())
    if (tag === TAGS[kind]) await player.act('drag', { from: at(SHAPE, nth), to: '#shape-container' })
  await submit(player)
}

const intoTwo: Oracle = async (player) => {
  const [kind = ''] = parts(player.task, /Drag all (\w+)(?: shapes)? into the left/)
  for (const [nth, { tag, color }] of (await shapesOf(player)).entries()) {
    const isLeft = TAGS[kind] === undefined ? color === kind : tag === TAGS[kind]
    await player.act('drag', { from: at(SHAPE, nth), to: at('#shape-container', isLeft ? 0 : 1) })
  }
  await submit(player)
}

/** Goal of an item in a list, from the words of the task. */
function goalOf(words: string, from: number, count: number): number {
  const [, number] = /to the (\d)\w\w position/.exec(words) ?? []
  if (number !== undefined) return Number(number) - 1
  if (words.includes('to the top')) return 0
  if (words.includes('to the bottom')) return count - 1
  return from + (words.includes('down') ? 1 : -1)
}

const names = (player: Player): Promise<string[]> =>
  player.see(`[...document.querySelectorAll('#sortable li')].map((el) => el.textContent)`)

/** A little beyond the middle, as a hand would do. */
async function move(player: Player, from: number, to: number): Promise<void> {
  if (from === to) return
  const { height } = await player.see<{ height: number }>(
    `(({ height }) => ({ height }))(document.querySelectorAll('#sortable li')[${to}].getBoundingClientRect())`,
  )
  const { width } = await player.see<{ width: number }>(
    `(({ width }) => ({ width }))(document.querySelectorAll('#sortable li')[${to}].getBoundingClientRect())`,
  )
  await player.act('drag', {
    from: at('#sortable li', from),
    to: at('#sortable li', to),
    toPosition: { x: width / 2, y: height / 2 + (to > from ? 2 : -2) },
  })
}

const item: Oracle = async (player) => {
  const [name = '', words = ''] = parts(player.task, /Drag (\S+) (.+)$/)
  const all = await names(player)
  await move(player, all.indexOf(name), goalOf(words, all.indexOf(name), all.length))
}

const CELLS = ['top left', 'top center', 'top right', 'center left', 'center.', 'center right', 'bottom left']
const CELL_NAMES = [...CELLS, 'bottom center', 'bottom right']

/**
 * A grid puts the item behind or before the one under the pointer by the way of the last step: it comes from the upper left to go
 * behind, and from the lower right to go before.
 */
const cell: Oracle = async (player) => {
  const [name = '', words = ''] = parts(player.task, /Drag (\S+) (.+)$/)
  const from = (await names(player)).indexOf(name)
  const by = { up: -3, down: 3, left: -1, right: 1 }[/^(\w+) by one/.exec(words)?.[1] ?? '']
  const to = by === undefined ? CELL_NAMES.findIndex((each) => words.includes(`the ${each}`)) : from + by
  const way = await player.see<{ x: number; y: number; width: number; height: number }>(`(() => {
    const [own, other] = [${from}, ${to}].map((nth) => document.querySelectorAll('#sortable li')[nth].getBoundingClientRect())
    return { x: other.left - own.left, y: other.top - own.top, width: other.width, height: other.height }
  })()`)
  const inside = (share: number) => ({ x: way.width * share, y: way.height * share })
  const [first, last] = to > from ? [inside(0.2), inside(0.8)] : [inside(0.8), inside(0.2)]
  await player.act('drag', {
    from: at('#sortable li', from),
    through: [{ x: way.x + first.x, y: way.y + first.y }],
    to: at('#sortable li', to),
    toPosition: last,
  })
}

const sort: Oracle = async (player) => {
  for (let tries = 0; tries < 12; tries++) {
    const now = (await names(player)).map(Number)
    const goal = now.toSorted((a, b) => a - b)
    const wrong = now.findIndex((value, nth) => value !== goal[nth])
    if (wrong < 0) break
    await move(player, now.lastIndexOf(goal[wrong] ?? 0), wrong)
  }
  await submit(player)
}

const resize: Oracle = async (player) => {
  const larger = player.task.includes('larger') ? 1 : -1
  await player.act('drag', { from: '.ui-resizable-se', by: { x: 15 * larger, y: 15 * larger } })
  await player.click('#submit')
}

const highlight: Oracle = async (player) => {
  const [which] = /the (\d)\w\w paragraph/.exec(player.task)?.slice(1) ?? []
  const target = which === undefined ? '#randomText' : at('#randomText p', place(which))
  const ends = await player.see<{ x: number; y: number }[]>(`(() => {
    const el = ${which === undefined ? `document.querySelector('#randomText')` : `document.querySelectorAll('#randomText p')[${place(which)}]`}
    const range = document.createRange(), own = el.getBoundingClientRect()
    range.selectNodeContents(el)
    const all = [...range.getClientRects()], first = all[0], last = all.at(-1)
    return [{ x: first.left - own.left + 0.5, y: first.top - own.top + first.height / 2 }, { x: last.right - own.left + 3, y: last.top - own.top + last.height / 2 }]
  })()`)
  await player.act('drag', { from: target, fromPosition: ends[0], to: target, toPosition: ends[1] })
  await submit(player)
}

const line: Oracle = async ({ task, act, see, click }) => {
  const dot = await see<{ x: number; y: number }>(
    `({ x: Number(circ.getAttribute('cx')) - 4, y: Number(circ.getAttribute('cy')) - 4 })`,
  )
  const flat = task.includes('horizontal')
  const through = [dot]
  const [from, to] = flat
    ? [
        { x: 5, y: dot.y },
        { x: 145, y: dot.y },
      ]
    : [
        { x: dot.x, y: 3 },
        { x: dot.x, y: 115 },
      ]
  await act('drag', { from: 'svg', fromPosition: from, through, to: 'svg', toPosition: to })
  await click('#controls button')
}

const circle: Oracle = async ({ act, see, click }) => {
  const { x, y } = await see<{ x: number; y: number }>(
    `({ x: Number(circ.getAttribute('cx')), y: Number(circ.getAttribute('cy')) })`,
  )
  const round = Array.from({ length: 37 }, (_, n) => ({
    x: x + 22 * Math.cos((n * Math.PI) / 18),
    y: y + 22 * Math.sin((n * Math.PI) / 18),
  }))
  await act('drag', { from: 'svg', fromPosition: round[0], through: round, to: 'svg', toPosition: round[36] })
  await click('#controls button')
}

/** Sets a slider by its keys. */
async function slide({ press, see }: Player, css: string, goal: number, value: string): Promise<void> {
  const now = Number(await see<string>(`document.querySelector('${value}').textContent`))
  const key = goal > now ? 'ArrowRight' : 'ArrowLeft'
  if (goal !== now) await press(key, { target: `${css} .ui-slider-handle`, times: Math.abs(goal - now) })
}

const slider: Oracle = async (player) => {
  const [goal = '', box] = parts(player.task, /Select (-?\d+) with the slider(?:, click the (\d)\w\w checkbox)?/)
  await slide(player, '#slider', Number(goal), '#val')
  if (box !== undefined) await player.click(`#checkbox-${box}`)
  await submit(player)
}

const sliders: Oracle = async (player) => {
  const goals = JSON.parse(parts(player.task, /(\[.+\])/)[0] ?? '[]') as number[]
  for (const [nth, goal] of goals.entries()) await slide(player, `#slider-${nth + 1}`, goal, `#val-${nth + 1}`)
  await submit(player)
}

const spinner: Oracle = async (player) => {
  const goal = Number(parts(player.task, /Select (-?\d+) with/)[0])
  for (let n = 0; n < Math.abs(goal); n++) await player.click(goal > 0 ? '.ui-spinner-up' : '.ui-spinner-down')
  await submit(player)
}

const wheel =
  (color: string): Oracle =>
  async (player) => {
    await player.fill('#col', await player.see<string>(color))
    await player.press('Tab')
    await submit(player)
  }

export const drags: Oracles = {
  'drag-circle': direction('circle'),
  'drag-single-shape': direction('.black-shape'),
  'drag-box': intoLarge,
  'drag-shapes': intoOne,
  'drag-shapes-2': intoTwo,
  'drag-items': item,
  'drag-items-grid': cell,
  'drag-sort-numbers': sort,
  'resize-textarea': resize,
  'highlight-text': highlight,
  'highlight-text-2': highlight,
  'draw-line': line,
  'draw-circle': circle,
  'use-slider': slider,
  'form-sequence': slider,
  'use-slider-2': sliders,
  'use-spinner': spinner,
  'use-colorwheel': wheel(
    `ui_utils.colorNameToHex(document.querySelector('#query').textContent.split(' ')[1]).replace('#', '')`,
  ),
  'use-colorwheel-2': wheel(
    `getComputedStyle(document.querySelector('.cc')).backgroundColor.match(/\\d+/g).map((n) => Number(n).toString(16).padStart(2, '0')).join('')`,
  ),
  'click-pie': async ({ task, click }) => {
    const [name = ''] = parts(task, /labeled "(.+)"/)
    await click('#divWheel path >> nth=0')
    await click(saying('#divWheel text tspan', name))
  },
}
