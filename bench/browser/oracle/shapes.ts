import { at, type Oracle, type Oracles, type Player, parts } from './player.ts'

interface Shape {
  kind: string
  text: string
  color: string
  large: boolean
  free: boolean
}

/** The figures of the drawing, and whether a click on their middle meets them. */
const SHAPES = `[...document.querySelectorAll('#area_svg > *')].map((el) => {
  const tag = el.tagName, place = el.getBoundingClientRect()
  const text = tag === 'text' ? el.textContent : { rect: 'rectangle', circle: 'circle', polygon: 'triangle' }[tag]
  const kind = tag !== 'text' ? 'shape' : /\\d/.test(text) ? 'digit' : 'letter'
  const large = tag === 'text' ? parseInt(el.getAttribute('font-size')) > 15 : el.getBBox().width > 15
  const free = document.elementFromPoint(place.left + place.width / 2, place.top + place.height / 2) === el
  return { kind, text, color: el.getAttribute('fill'), large, free }
})`

const fits = (shape: Shape, words: string[]): boolean =>
  words.every((word) =>
    word === 'item'
      ? true
      : word === 'large' || word === 'small'
        ? shape.large === (word === 'large')
        : [shape.kind, shape.text, shape.color].includes(word),
  )

const clickShape: Oracle = async ({ task, see, click }) => {
  const words = parts(task, /Click on a (.+)$/)[0]?.split(' ') ?? []
  const all = await see<Shape[]>(SHAPES)
  await click(
    at(
      '#area_svg > *',
      all.findIndex((shape) => shape.free && fits(shape, words)),
    ),
  )
}

const countShapes: Oracle = async ({ task, see, click }) => {
  const words = parts(task, /How many (.+)s are there/)[0]?.split(' ') ?? []
  const all = await see<Shape[]>(SHAPES)
  const name = String(all.filter((shape) => fits(shape, words)).length)
  await click({ role: 'button', name, exact: true })
}

const identify: Oracle = async ({ see, click }) => {
  const [{ kind, text } = { kind: '', text: '' }] = await see<Shape[]>(SHAPES)
  await click(`button[data-type="${kind === 'shape' ? text : kind}"]`)
}

/** Corners show in the picture as so many waves of the distance from the middle. */
const sides: Oracle = async ({ see, click }) => {
  const count = await see<number>(`(() => {
    const c = document.querySelector('#c'), { data } = c.getContext('2d').getImageData(0, 0, 150, 100)
    const far = Array.from({ length: 360 }, (_, degree) => {
      for (let r = 48; r > 0; r -= 0.5) {
        const x = Math.round(75 + r * Math.cos(degree * Math.PI / 180)), y = Math.round(50 + r * Math.sin(degree * Math.PI / 180))
        if (data[(y * 150 + x) * 4 + 3] > 100) return r
      }
      return 0
    })
    const wave = (n) => Math.hypot(...[Math.cos, Math.sin].map((of) => far.reduce((sum, r, degree) => sum + r * of(n * degree * Math.PI / 180), 0)))
    return [3, 4, 5, 6, 7].toSorted((a, b) => wave(b) - wave(a))[0]
  })()`)
  await click(`button[data-sides="${count}"]`)
}

const color: Oracle = async ({ see, click }) => {
  const [name = ''] = parts(await see<string>('core.getUtterance()'), /the (\S+) colored/)
  await click(`#area .color[data-color="${name}"]`)
}

const shades: Oracle = async ({ task, see, click }) => {
  const [name = ''] = parts(task, /shades of (\w+)/)
  const css = `#area span[data-color="${name}"]`
  const count = await see<number>(`document.querySelectorAll(${JSON.stringify(css)}).length`)
  for (let nth = 0; nth < count; nth++) await click(at(css, nth))
  await click('#submit')
}

type Point = { x: number; y: number }

/** Middles of figures, from the corner of the drawing. */
const middles = (player: Player, css: string): Promise<Point[]> =>
  player.see(`[...document.querySelectorAll(${JSON.stringify(css)})].map((el) => {
    const { left, top, width, height } = el.getBoundingClientRect(), own = document.querySelector('svg').getBoundingClientRect()
    return { x: left + width / 2 - own.left, y: top + height / 2 - own.top }
  })`)

/**
 * Clicks the point of the grid of pixels that is nearest to right, beside the button. The page draws its dot beside the pointer: a second
 * click is as much on the other side.
 */
async function clickBest(player: Player, wrong: (point: Point) => number): Promise<void> {
  const button = await player.see<{ left: number; right: number; top: number }>(`(() => {
    const own = document.querySelector('svg').getBoundingClientRect(), place = document.querySelector('#subbtn').getBoundingClientRect()
    return { left: place.left - own.left, right: place.right - own.left, top: place.top - own.top }
  })()`)
  const isFree = ({ x, y }: Point): boolean =>
    x < button.left - MARGIN || x > button.right + MARGIN || y < button.top - MARGIN
  let best = { x: 0, y: 0, wrong: Number.POSITIVE_INFINITY }
  for (let x = MARGIN; x < 150 - MARGIN; x++)
    for (let y = MARGIN; y < 130 - MARGIN; y++) {
      const off = isFree({ x, y }) ? wrong({ x, y }) : Number.POSITIVE_INFINITY
      if (off < best.wrong) best = { x, y, wrong: off }
    }
  await player.click('svg', { position: { x: best.x, y: best.y } })
  const [dot = best] = await middles(player, '#blue-circle')
  await player.click('svg', { position: { x: 2 * best.x - dot.x, y: 2 * best.y - dot.y } })
  await player.click('#subbtn')
}
/** The dot is drawn fewer pixels than this beside the pointer. */
const MARGIN = 6

const angle = (a: Point, vertex: Point, b: Point): number => {
  const turn = Math.atan2(a.y - vertex.y, a.x - vertex.x) - Math.atan2(b.y - vertex.y, b.x - vertex.x)
  return Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn)))
}
const far = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

const midpoint: Oracle = async (player) => {
  const [a = ORIGIN, b = ORIGIN] = await middles(player, '.black-circle')
  await clickBest(player, (point) => far(point, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }))
}
const ORIGIN = { x: 0, y: 0 }

const center: Oracle = async (player) => {
  const [middle = ORIGIN] = await middles(player, '.black-circle')
  await clickBest(player, (point) => far(point, middle))
}

const bisect: Oracle = async (player) => {
  const [vertex = ORIGIN] = await middles(player, '.init-blue')
  const [a = ORIGIN, b = ORIGIN] = await middles(player, '.init-black')
  const whole = angle(a, vertex, b)
  await clickBest(player, (point) =>
    far(point, vertex) < 25 ? 9 : Math.max(angle(a, vertex, point), angle(b, vertex, point)) - whole / 2,
  )
}

const rightAngle: Oracle = async (player) => {
  const [vertex = ORIGIN] = await middles(player, '#init-blue')
  const [a = ORIGIN] = await middles(player, '#init-black')
  await clickBest(player, (point) => (far(point, vertex) < 25 ? 9 : Math.abs(angle(a, vertex, point) - Math.PI / 2)))
}

const ascending: Oracle = async ({ click, act }) => {
  await click('svg text:text-is("1")')
  for (const n of [2, 3, 4, 5]) {
    await act('wait', { target: `rect[data-index="${n}"]`, state: 'attached' })
    await click(`rect[data-index="${n}"]`)
  }
}

/** Feels its way to the warm place, then to the hot one. */
const hotCold: Oracle = async ({ act, see, click }) => {
  const feel = async (x: number, y: number): Promise<string> => {
    await act('hover', { target: '#touch-area', position: { x, y } })
    return see(`document.querySelector('#signal')?.textContent ?? ''`)
  }
  const { width, height } = await see<{ width: number; height: number }>(
    `(({ width, height }) => ({ width, height }))(document.querySelector('#touch-area').getBoundingClientRect())`,
  )
  for (let y = 6; y < height; y += 12)
    for (let x = 6; x < width; x += 12) {
      const word = await feel(x, y)
      if (word !== 'WARM' && word !== 'HOT') continue
      for (let dy = -9; dy <= 9; dy += 3)
        for (let dx = -9; dx <= 9; dx += 3) {
          const here = { x: x + dx, y: y + dy }
          if (here.x < 1 || here.y < 1 || here.x >= width - 1 || here.y >= height - 1) continue
          if ((await feel(here.x, here.y)) === 'HOT') return void (await click('#touch-area', { position: here }))
        }
    }
}

const coordinate: Oracle = async ({ task, click }) => {
  const [where = ''] = parts(task, /(\(-?\d,-?\d\))/)
  await click(`circle[id="${where}"]`)
}

const widget: Oracle = async ({ task, click }) => {
  const [kind = ''] = parts(task, /a "(\w+)" widget/)
  await click(at(`[data-type="${kind}"]`, 0))
}

export const shapes: Oracles = {
  'click-shape': clickShape,
  'count-shape': countShapes,
  'identify-shape': identify,
  'count-sides': sides,
  'click-color': color,
  'click-shades': shades,
  'find-midpoint': midpoint,
  'circle-center': center,
  'bisect-angle': bisect,
  'right-angle': rightAngle,
  'ascending-numbers': ascending,
  'hot-cold': hotCold,
  'grid-coordinate': coordinate,
  'click-widget': widget,
}
