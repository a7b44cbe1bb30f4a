import { at, type Oracle, type Oracles, parts, place, saying } from './player.ts'

interface Mail {
  wish: string
  by: string
  to: string
  text: string
}

/** Pages in many wordings tell the parts beside the sentence. */
const FIELDS = `(() => { const said = core.getUtterance(); return typeof said === 'string' ? null : said.fields })()`

function mailOf(task: string, fields: Record<string, string> | null): Mail {
  if (fields)
    return {
      wish: fields['task'] ?? 'forward',
      by: fields['by'] ?? '',
      to: fields['to'] ?? '',
      text: fields['message'] ?? '',
    }
  const [by = '', rest = ''] = parts(task, /the email by (\S+) and (.+)$/)
  const [, to = ''] = /forward that email to (\S+)\.$/.exec(rest) ?? []
  const [, text = ''] = /with the text "(.+)"/.exec(rest) ?? []
  return { wish: to ? 'forward' : text ? 'reply' : rest.includes('trash') ? 'delete' : 'star', by, to, text }
}

const mail: Oracle = async ({ task, act, click, fill, see }) => {
  const { wish, by, to, text } = mailOf(task, await see(FIELDS))
  const thread = `#main .email-thread:has(${saying('.email-sender', by)})`
  if (wish === 'delete' || wish === 'star')
    return void (await click({ css: `${thread} ${wish === 'star' ? '.star' : '.trash'}`, nth: 0 }))
  await click({ css: `${thread} .email-sender`, nth: 0 })
  await click(wish === 'reply' ? '#email .email-reply' : '#email .email-forward')
  if (wish === 'reply') await fill('#reply-text', text)
  else await fill('.forward-sender', to)
  await act('click', { target: wish === 'reply' ? '#send-reply' : '#send-forward' })
}

const ACTIONS: Record<string, string> = {
  'Share via DM': 'share',
  'Copy link to Tweet': 'copy',
  'Embed Tweet': 'embed',
  Mute: 'menu-user',
  Block: 'block-user',
  Report: 'report',
}

const post: Oracle = async ({ task, click }) => {
  const [user = '', wish = ''] = parts(task, /the user (\S+), click on the "(.+)" button/)
  const media = `.media:has(${saying('.username', user)})`
  const inMenu = ACTIONS[wish]
  if (inMenu) await click({ css: `${media} .more`, nth: 0 })
  await click(inMenu ? { css: `ul:not(.hide) > .${inMenu}` } : { css: `${media} .${wish.toLowerCase()}`, nth: 0 })
}

const posts: Oracle = async ({ task, click, see }) => {
  const [wish = '', most = '', user = ''] = parts(task, /the "(.+)" button on (all|\d+) posts? by (\S+) and/)
  const media = `.media:has(${saying('.username', user)})`
  const there = await see<number>(
    `[...document.querySelectorAll('.media .username')].filter((el) => el.textContent === ${JSON.stringify(user)}).length`,
  )
  const count = most === 'all' ? there : Number(most)
  for (let nth = 0; nth < count; nth++) await click({ css: `${media} .${wish.toLowerCase()}`, nth })
  await click('#submitRow button')
}

const search: Oracle = async ({ task, fill, click }) => {
  const [words = '', which = ''] = parts(task, /enter "(.+)" and press.*click the (\d+)\w\w search result/)
  await fill('#search-text', words)
  await click('#search')
  const page = Math.floor(place(which) / 3)
  if (page > 0) await click(saying('#pagination a', String(page + 1)))
  await click(at('.search-title', place(which) % 3))
}

const phone: Oracle = async ({ task, click, see }) => {
  const [person = '', wish = ''] = parts(task, /Find (.+) in the contact book and click on their (\w+)/)
  for (let page = 0; page < 5; page++) {
    if ((await see<string>(`document.querySelector('.name').textContent`)) === person) break
    await click(saying('#pagination a', '>'))
  }
  await click(`#contact .${wish}`)
}

const food: Oracle = async ({ task, click, see }) => {
  const [, count, kind] = /Order (\d) items that are (.+)/.exec(task) ?? []
  const names = await see<string[]>(
    `MENU.filter(({ name, types }) => ${
      kind === undefined
        ? `${JSON.stringify(task)}.includes(name.trim())`
        : `types.includes(${JSON.stringify(kind.trim())})`
    }).map(({ id }) => String(id))`,
  )
  const ids = kind === undefined ? names : Array.from({ length: Number(count) }, () => names[0] ?? '')
  for (const id of ids) await click(`.food-item[data-id="${id}"] .add`)
  await click('#submit-order button')
}

/** Opens the folders above a name, and clicks it. */
const tree: Oracle = async ({ task, click, see, act }) => {
  const [name = ''] = parts(task, /named "(.+)"/)
  const above = await see<number[]>(`(() => {
    const spans = [...document.querySelectorAll('#tree span')]
    const shown = (el) => { let depth = 0; for (let up = el.parentElement.parentElement.closest('li'); up; up = up.parentElement.closest('li')) depth++; return depth }
    const own = spans.filter((el) => el.textContent === ${JSON.stringify(name)}).toSorted((a, b) => shown(a) - shown(b))[0]
    const way = []
    for (let li = own.closest('li'); li; li = li.parentElement.closest('li')) way.unshift(spans.indexOf(li.querySelector('span')))
    return way
  })()`)
  for (const nth of above) {
    await act('wait', { target: at('#tree span', nth) })
    await click(at('#tree span', nth))
  }
}

const cards: Oracle = async ({ click, see }) => {
  const values = await see<number[]>(
    `[...document.querySelectorAll('.card-value')].map((el) => Number(el.textContent))`,
  )
  await click(at('.card', values.indexOf(Math.max(...values))))
  await click('#submit')
}

const parity: Oracle = async ({ click, see }) => {
  const numbers = await see<number[]>(
    `[...document.querySelectorAll('.display-number')].map((el) => Number(el.textContent))`,
  )
  for (const [nth, number] of numbers.entries()) await click(at(number % 2 === 0 ? '.even' : '.odd', nth))
  await click('#submit')
}

const digits: Oracle = async ({ task, click, see }) => {
  const [number = ''] = parts(task, /the number "(\d)"/)
  const cells = await see<number[]>(`PATTERNS[${number}].flat().flatMap((on, at) => on ? [at] : [])`)
  for (const nth of cells) await click(at('#checkboxes input', nth))
  await click('#subbtn')
}

export const lists: Oracles = {
  'email-inbox': mail,
  'email-inbox-delete': mail,
  'email-inbox-forward': mail,
  'email-inbox-forward-nl': mail,
  'email-inbox-forward-nl-turk': mail,
  'email-inbox-important': mail,
  'email-inbox-nl-turk': mail,
  'email-inbox-noscroll': mail,
  'email-inbox-reply': mail,
  'email-inbox-star-reply': mail,
  'social-media': post,
  'social-media-all': posts,
  'social-media-some': posts,
  'search-engine': search,
  'phone-book': phone,
  'order-food': food,
  'navigate-tree': tree,
  'find-greatest': cards,
  'odd-or-even': parity,
  'number-checkboxes': digits,
}
