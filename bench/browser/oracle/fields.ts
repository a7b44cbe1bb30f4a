import { at, type Oracle, type Oracles, parts, place, saying, submit } from './player.ts'

const quoted =
  (css: string, change: (text: string, task: string) => string = (text) => text): Oracle =>
  async (player) => {
    const [text = ''] = parts(player.task, /"(.+)"/)
    await player.fill(css, change(text, player.task))
    await submit(player)
  }

const login: Oracle = async ({ task, fill, click, see }) => {
  const [user = '', password = ''] = parts(task, /"(.+)" and the password "(.+)"/)
  for (const [field, text] of [
    ['#username', user],
    ['#password', password],
  ] as const) {
    await click(field)
    if (await see<boolean>(`!!document.querySelector('#popup')`)) await click('#popup-cancel')
    await fill(field, text)
  }
  await click('#subbtn')
}

const movie: Oracle = async ({ task, fill, click, see }) => {
  const [genre = '', name = '', year = ''] = parts(task, /for (.+) movies directed by (.+) from year (\d+)/)
  const labels = await see<string[]>(
    `[...document.querySelectorAll('#area input')].map((el) => el.closest('p, .row, tr, .field, .ui-entry').textContent)`,
  )
  for (const [nth, label] of labels.entries())
    await fill(at('#area input', nth), /genre/i.test(label) ? genre : /director/i.test(label) ? name : year)
  await click('#area button, #area .final, #area .ui-submit')
}

/** The value beside a key, as the tables of the page are extracted. */
const table: Oracle = async (player) => {
  const { tables } = (await player.act('extract', { extract: ['tables'] })) as { tables: { rows: string[][] }[] }
  const values = new Map(tables.flatMap(({ rows }) => rows.map(([key = '', value = '']) => [key, value] as const)))
  const [one] = /value of (.+) into the text/.exec(player.task)?.slice(1) ?? []
  if (one !== undefined) await player.fill('#tt', values.get(one) ?? '')
  else
    for (const n of [1, 2]) {
      const label = await player.see<string>(`document.querySelector('#ll${n}').textContent.replace(':', '')`)
      await player.fill(`#tt${n}`, values.get(label) ?? '')
    }
  await submit(player)
}

const copied =
  (from: (task: string) => string): Oracle =>
  async (player) => {
    await player.press('Control+A', { target: from(player.task) })
    await player.press('Control+C')
    await player.press('Control+V', { target: '#answer-input' })
    await submit(player)
  }

const autocomplete: Oracle = async (player) => {
  const [begin = '', end = ''] = parts(player.task, /starts with "(.+?)"(?: and ends with "(.+)")?/)
  await player.act('type', { target: '#tags', text: begin })
  await player.act('wait', { target: at('.ui-autocomplete .ui-menu-item', 0) })
  const items = await player.see<string[]>(
    `[...document.querySelectorAll('.ui-autocomplete .ui-menu-item')].map((el) => el.textContent)`,
  )
  const nth = items.findIndex((item) => item.startsWith(begin) && item.endsWith(end ?? ''))
  await player.click(at('.ui-autocomplete .ui-menu-item', nth))
  await submit(player)
}

const sum: Oracle = async (player) => {
  const problem = await player.see<string>(`document.querySelector('#math-problem').textContent`)
  const [, left = '', sign, right = '', result = ''] = /(\w+) ([-+x]) (\w+) = ?(\d*)/.exec(problem) ?? []
  const [one, two, known] = [Number(left), Number(right), Number(result)]
  const answer =
    result === ''
      ? { '+': one + two, '-': one - two, x: one * two }[sign as '+']
      : left === 'x'
        ? sign === '+'
          ? known - two
          : known + two
        : sign === '+'
          ? known - one
          : one - known
  await player.fill('#math-answer', String(answer))
  await submit(player)
}

const read =
  (css: string, script: string): Oracle =>
  async (player) => {
    await player.fill(css, await player.see<string>(script))
    await submit(player)
  }

const focus: Oracle = async ({ task, click }) => {
  const [which] = /the (\d)\w\w input/.exec(task)?.slice(1) ?? []
  await click(at('#area input', which === undefined ? 0 : place(which)))
}

const terminal: Oracle = async ({ task, act, click, see }) => {
  await click('#terminal')
  await act('type', { text: 'ls', target: '#terminal-target', submit: true })
  const files = await see<string[]>(
    `[...document.querySelectorAll('.terminal-output')].at(-1).textContent.trim().split(/\\s+/)`,
  )
  const [ending = ''] = /extension (\.\S+)/.exec(task)?.slice(1) ?? []
  const file = files.find((name) => (ending ? name.endsWith(ending) : !name.includes('.'))) ?? ''
  await act('type', { text: `rm ${file}`, submit: true })
}

const colors: Record<string, string> = {
  red: '#e60000',
  orange: '#ff9900',
  yellow: '#ffff00',
  green: '#008a00',
  blue: '#0066cc',
  purple: '#9933ff',
}

/** The editor looks at the selection a tenth of a second after a key, and goes back to what it saw when a button takes the focus. */
const SELECTED = (length: number): string => `new Promise((done) => {
  const look = () => editor.selection.savedRange.length >= ${length} ? done(true) : setTimeout(look, 20)
  look()
})`

const editor: Oracle = async ({ task, press, click, see }) => {
  const [, word] = /give the text (.+) the (?:style|color)/.exec(task) ?? []
  const [, wish = ''] = /(?:style|color) (\w+)/.exec(task) ?? []
  const text = await see<string>(`document.querySelector('.ql-editor').textContent`)
  await click('.ql-editor')
  if (word === undefined) await press('Control+A')
  else {
    const begin = text.split(' ').indexOf(word)
    const before = text.split(' ').slice(0, begin)
    await press('Control+Home')
    const steps = before.join(' ').length + (begin > 0 ? 1 : 0)
    if (steps > 0) await press('ArrowRight', { times: steps })
    await press('Shift+ArrowRight', { times: word.length })
  }
  await see(SELECTED((word ?? text).length))
  const button = { bold: '.ql-bold', italics: '.ql-italic', underlined: '.ql-underline' }[wish]
  if (button) await click(button)
  else {
    await click('.ql-color .ql-picker-label')
    await click(`.ql-picker-item[data-value="${colors[wish]}"]`)
  }
  await click('#subbtn')
}

const agreement: Oracle = async ({ task, act, fill, click }) => {
  const [name] = /the name "(.+)" then/.exec(task)?.slice(1) ?? []
  if (name !== undefined) {
    await act('scroll', { target: '#text-area', to: 'bottom' })
    await fill('#name', name)
  }
  await click(/press "Agree"/.test(task) ? '#agree' : '#cancel')
}

export const fields: Oracles = {
  'enter-text': quoted('#tt'),
  'enter-text-dynamic': quoted('#tt'),
  'enter-text-2': quoted('#tt', (text, task) => (task.includes('upper') ? text.toUpperCase() : text.toLowerCase())),
  'enter-password': async (player) => {
    const [password = ''] = parts(player.task, /"(.+)"/)
    await player.act('fill', { fields: { '#password': password, '#verify': password } })
    await submit(player)
  },
  'enter-date': async (player) => {
    const [month, day, year] = parts(player.task, /(\d+)\/(\d+)\/(\d+)/)
    await player.fill('#tt', `${year}-${month}-${day}`)
    await submit(player)
  },
  'enter-time': async (player) => {
    const [hour = '', minute, half = ''] = parts(player.task, /(\d+):(\d+)\s*(AM|PM)/)
    const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0)
    await player.fill('#tt', `${String(hours).padStart(2, '0')}:${minute}`)
    await submit(player)
  },
  'login-user': login,
  'login-user-popup': login,
  'multi-layouts': movie,
  'multi-orderings': movie,
  'read-table': table,
  'read-table-2': table,
  'copy-paste': copied(() => '#to-copy'),
  'copy-paste-2': copied((task) => `#text-${parts(task, /the (\d)\w\w text area/)[0]}`),
  'use-autocomplete': autocomplete,
  'use-autocomplete-nodelay': autocomplete,
  'simple-algebra': sum,
  'simple-arithmetic': sum,
  'text-transform': read('#tt', `document.querySelector('#captcha').textContent`),
  'visual-addition': read('#math-answer', `String(document.querySelectorAll('.addition-block').length)`),
  'scroll-text': read(
    '#answer-input',
    `document.querySelector('#text-area').value.trim().split(/\\s/).at(-1).replace('.', '')`,
  ),
  'find-word': async (player) => {
    const [which = ''] = parts(player.task, /the (\d+)\w\w word/)
    const words = await player.see<string[]>(`document.querySelector('#area p').textContent.trim().split(/\\s+/)`)
    await player.fill('#answer-input', words[place(which)]?.replace(/[^a-zA-Z]/g, '') ?? '')
    await submit(player)
  },
  'scroll-text-2': async (player) => {
    await player.act('scroll', { target: '#text-area', to: player.task.includes('bottom') ? 'bottom' : 'top' })
    await submit(player)
  },
  'focus-text': focus,
  'focus-text-2': focus,
  'form-sequence-2': async (player) => {
    const [radio = '', number = '', box = ''] = parts(player.task, /the (\d)\w\w radio .*"(-?\d+)" into the (\d)/)
    await player.click(at('#area input[type=radio]', place(radio)))
    await player.fill(`#input-${box}`, number)
    await submit(player)
  },
  'form-sequence-3': async ({ task, click }) => {
    const [height = '', button = ''] = parts(task, /Choose (.+) from the dropdown.*"(.+)"/)
    await click('.selectric')
    await click(saying('.selectric-items li', height))
    await click({ role: 'button', name: button, exact: true })
  },
  'choose-list': async (player) => {
    const [option = ''] = parts(player.task, /Select (.+) from the list/)
    await player.act('select', { target: '#options', options: option })
    await player.click({ role: 'button', name: 'Submit' })
  },
  'click-scroll-list': async (player) => {
    const [names = ''] = parts(player.task, /Select (.+) from the scroll list/)
    await player.act('select', { target: '#options', options: names.split(', ') })
    await player.click({ role: 'button', name: 'Submit' })
  },
  terminal,
  'text-editor': editor,
  'sign-agreement': agreement,
}
