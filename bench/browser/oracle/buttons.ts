import { at, type Oracle, type Oracles, parts, saying, submit } from './player.ts'

const named: Oracle = async ({ task, click }) => {
  const [name = ''] = parts(task, /the "(.+)" button/)
  await click({ role: 'button', name, exact: true, nth: 0 })
}

const link: Oracle = async ({ task, click }) => {
  const [text = ''] = parts(task, /the link "(.+)"/)
  await click(at(saying('.alink', text), 0))
}

/** The tab of the link is looked up; a link on no tab means the second one. */
const linkOnTab: Oracle = async ({ task, click, see }) => {
  const [text = ''] = parts(task, /the link "(.+)"/)
  const tab = await see<string>(
    `[...document.querySelectorAll('.alink')].find((el) => el.textContent === ${JSON.stringify(text)})?.closest('[id^=tabs-]').id ?? ''`,
  )
  await click(`a[href="#${tab || 'tabs-2'}"]`)
  if (tab) await click(at(`#${tab} ${saying('.alink', text)}`, 0))
}

const linkInSection: Oracle = async ({ task, click, see }) => {
  const [text = ''] = parts(task, /the link "(.+)"/)
  const section = await see<number>(
    `[...document.querySelectorAll('.ui-accordion-content')].findIndex((el) => [...el.querySelectorAll('.alink')].some((one) => one.textContent === ${JSON.stringify(text)}))`,
  )
  await click(at('h3', section))
  await click({ css: `.ui-accordion-content:visible ${saying('.alink', text)}`, nth: 0 })
}

const section: Oracle = async ({ click, act }) => {
  await click('h3')
  await act('wait', { target: '.ui-accordion-content' })
  await click('#subbtn')
}

const checkboxes: Oracle = async (player) => {
  const [names = ''] = parts(player.task, /Select (.+) and click Submit/)
  for (const name of names === 'nothing' ? [] : names.split(', ')) await player.click(saying('label', name))
  await submit(player)
}

const similarCheckboxes: Oracle = async (player) => {
  const [names = ''] = parts(player.task, /similar to (.+) and click Submit/)
  const wanted = await player.see<number[]>(
    `[...document.querySelectorAll('#boxes label')].flatMap((label, at) => SYNONYMS.some((group) => group.includes(label.textContent) && ${JSON.stringify(names.split(', '))}.some((name) => group.includes(name))) ? [at] : [])`,
  )
  for (const nth of wanted) await player.click(at('#boxes label', nth))
  await submit(player)
}

const dialog: Oracle = async ({ task, click }) => {
  const [name = 'x'] = /labeled "(.+)"/.exec(task)?.slice(1) ?? []
  await click(name === 'x' ? '.ui-dialog-titlebar button' : { role: 'button', name, exact: true })
}

const menu: Oracle = async ({ task, act, click }) => {
  const way = task.replace('Select ', '').split('>')
  const leaf = way.pop() ?? ''
  for (const name of way) await act('hover', { target: saying('#menu li > div', name) })
  await click(saying('#menu li > div', leaf))
}

const iconMenu: Oracle = async ({ task, act, click, see }) => {
  const icon = await see<string>(`document.querySelector('#query .ui-icon')?.className.split(' ')[1] ?? ''`)
  const [label = ''] = /labeled "(.+)"/.exec(task)?.slice(1) ?? []
  const item = label ? saying('#menu li > div', label) : `#menu li > div:has(.${icon})`
  await click('#open-menu')
  if (/Prev|Stop|Play|Next/.test(label) || /seek|stop|play/.test(icon)) {
    await act('hover', { target: saying('#menu > li > div', 'Playback') })
    await act('wait', { target: item })
  }
  await click(item)
}

const option: Oracle = async (player) => {
  const [name = ''] = parts(player.task, /Select (.+) and click Submit/)
  await player.click(saying('label', name))
  await submit(player)
}

const guess: Oracle = async ({ fill, click, see }) => {
  let [low, high] = [0, 9]
  while (low <= high) {
    const tried = Math.floor((low + high) / 2)
    await fill('#tt', String(tried))
    await click('#subbtn')
    const word = await see<string>(
      `WOB_DONE_GLOBAL ? 'done' : document.querySelector('#feedback div:not(.hide)').textContent`,
    )
    if (word === 'done') return
    if (word.includes('lower')) high = tried - 1
    else low = tried + 1
  }
}

const generate: Oracle = async ({ task, click, see }) => {
  const [, than] = /(less|greater) than/.exec(task) ?? []
  const bound = Number(/than (\d+)/.exec(task)?.[1])
  const fits = (n: number) =>
    than === 'less' ? n < bound : than === 'greater' ? n > bound : task.includes('odd') ? n % 2 === 1 : n % 2 === 0
  for (let tries = 0; tries < 60; tries++) {
    await click('#generate')
    if (fits(Number(await see<string>(`document.querySelector('#display-number').textContent`)))) break
  }
  await click('#submit')
}

/** Watches the buttons light up, and pushes them in that order. */
const simon: Oracle = async ({ see, click }) => {
  const order = await see<number[]>(`new Promise((resolve) => {
    const seen = []
    let quiet = setTimeout(() => resolve(seen), 3000)
    new MutationObserver((changes) => {
      for (const { target } of changes) if (target.classList.contains('push')) seen.push(Number(target.dataset.button))
      clearTimeout(quiet)
      quiet = setTimeout(() => resolve(seen), 1500)
    }).observe(document.querySelector('#area'), { subtree: true, attributeFilter: ['class'] })
  })`)
  for (const button of order) await click(`#button-${button}`)
}

const both: Oracle = async ({ click }) => {
  await click('#subbtn')
  await click('#subbtn2')
}
const first: Oracle = async ({ click }) => void (await click('#subbtn'))

export const buttons: Oracles = {
  'click-button': named,
  'unicode-test': named,
  'click-link': link,
  'click-tab-2': linkOnTab,
  'click-tab-2-easy': linkOnTab,
  'click-tab-2-medium': linkOnTab,
  'click-tab-2-hard': linkOnTab,
  'click-collapsible': section,
  'click-collapsible-nodelay': section,
  'click-collapsible-2': linkInSection,
  'click-collapsible-2-nodelay': linkInSection,
  'click-checkboxes': checkboxes,
  'click-checkboxes-large': checkboxes,
  'click-checkboxes-transfer': checkboxes,
  'click-checkboxes-soft': similarCheckboxes,
  'click-dialog': dialog,
  'click-dialog-2': dialog,
  'click-menu': menu,
  'click-menu-2': iconMenu,
  'click-option': option,
  'click-test': first,
  'click-test-2': first,
  'click-test-transfer': first,
  'click-button-sequence': both,
  'click-tab': async ({ task, click }) => {
    const [tab = ''] = parts(task, /Click on (Tab #\d)/)
    await click({ role: 'tab', name: tab, exact: true })
  },
  'guess-number': guess,
  'generate-number': generate,
  'simon-says': simon,
}
