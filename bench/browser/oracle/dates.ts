import { at, type Oracle, type Oracles, type Player, parts, saying, submit } from './player.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** Goes through the months of a date picker to a day. */
async function pick({ click, see }: Player, date: string): Promise<void> {
  const [month = '', day = ''] = date.split('/')
  await click('#datepicker')
  for (let tries = 0; tries < 12; tries++) {
    const shown = await see<string>(`document.querySelector('.ui-datepicker-month').textContent`)
    const away = MONTHS.indexOf(shown) - (Number(month) - 1)
    if (away === 0) break
    await click(away > 0 ? '.ui-datepicker-prev' : '.ui-datepicker-next')
  }
  await click(at(saying('.ui-datepicker-calendar a', String(Number(day))), 0))
}

const choose: Oracle = async (player) => {
  const [date = ''] = parts(player.task, /Select (\S+) as the date/)
  await pick(player, date)
  await submit(player)
}

/** Nearest by one number of each flight. */
const flightWith = (script: string, most: boolean): string =>
  `(() => { const all = [...document.querySelectorAll('.flight')].map((el) => Number(${script})); return all.indexOf(Math.${most ? 'max' : 'min'}(...all)) })()`

const PRICE = `el.querySelector('[data-price]').dataset.price`
const DURATION = `el.querySelector('[data-duration]').dataset.duration`

const flight: Oracle = async (player) => {
  const [wish, from = '', to = '', date = ''] = parts(
    player.task,
    /the (\w+) one-way flight from: (.+) to: (.+) on (\S+)\./,
  )
  for (const [field, city] of [
    ['#flight-from', from],
    ['#flight-to', to],
  ] as const) {
    await player.act('type', { target: field, text: city })
    // On a busy host the list of the first letters shows before the one of the whole city.
    const items = await player.see<string[]>(`new Promise((tell) => {
      const look = () => {
        const shown = [...document.querySelectorAll('.ui-autocomplete .ui-menu-item')].filter((el) => el.checkVisibility())
        const items = shown.map((el) => el.textContent)
        if (items.length > 0 && items.every((item) => item.toLowerCase().includes(${JSON.stringify(city.toLowerCase())}))) tell(items)
        else setTimeout(look, 20)
      }
      look()
    })`)
    const nth = Math.max(
      0,
      items.findIndex((item) => item.startsWith(`${city} (`) || item.includes(`(${city})`)),
    )
    await player.click(at('.ui-autocomplete:visible .ui-menu-item', nth))
  }
  await pick(player, date)
  await player.click('#search')
  const nth = await player.see<number>(flightWith(wish === 'cheapest' ? PRICE : DURATION, false))
  await player.click(at('.flight-price', nth))
}

const ticket: Oracle = async ({ task, click, see }) => {
  const nth = await see<number>(flightWith(task.includes('cost') ? PRICE : DURATION, /longest|expensive/.test(task)))
  await click(at('.buy-ticket', nth))
}

/** Half hours of the day that nothing covers yet. */
const calendar: Oracle = async ({ task, act, fill, click, see }) => {
  const [length = '', name = '', from = ''] = parts(task, /Create a (.+?) event named "(.+)", between (\d+[AP]M)/)
  const amount = Number.parseFloat(length)
  const halves = length.includes('min') ? amount / 30 : amount * 2
  const hour = (Number.parseInt(from, 10) % 12) + (from.endsWith('PM') ? 12 : 0)
  const begin = await see<number>(`(() => {
    const free = (n) => { const el = document.querySelector('#hh-' + n); el.scrollIntoView({ block: 'center' }); const { left, top, width, height } = el.getBoundingClientRect(); return document.elementFromPoint(left + width / 2, top + height / 2) === el }
    for (let at = ${hour * 2}; at + ${halves} <= ${hour * 2 + 8}; at++) if (Array.from({ length: ${halves} }, (_, n) => free(at + n)).every(Boolean)) return at
    return -1
  })()`)
  const last = begin + halves - 1
  await act('drag', { from: `#hh-${begin}`, to: `#hh-${last}`, toPosition: { x: 20, y: 12 } })
  await fill('#event-name', name)
  await click('.create')
}

export const dates: Oracles = {
  'choose-date': choose,
  'choose-date-easy': choose,
  'choose-date-medium': choose,
  'choose-date-nodelay': choose,
  'book-flight': flight,
  'book-flight-nodelay': flight,
  'buy-ticket': ticket,
  'daily-calendar': calendar,
}
