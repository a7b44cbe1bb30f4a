// Runs in pages, as part of one function around all files of this folder. Elements, their references, and what they are called.
const KEY = Symbol.for('anneal.page')
const MOST_NAME = 160
const SKIPPED = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE HEAD META LINK BASE TITLE PARAM SOURCE TRACK BR WBR COL COLGROUP DATALIST'.split(' '),
)
const ROLES = {
  A: (el) => (el.hasAttribute('href') ? 'link' : ''),
  AREA: (el) => (el.hasAttribute('href') ? 'link' : ''),
  ARTICLE: 'article',
  ASIDE: 'complementary',
  BUTTON: 'button',
  CANVAS: 'canvas',
  DETAILS: 'group',
  DIALOG: 'dialog',
  FIELDSET: 'group',
  FIGURE: 'figure',
  FOOTER: 'contentinfo',
  FORM: 'form',
  FRAME: 'iframe',
  H1: 'heading',
  H2: 'heading',
  H3: 'heading',
  H4: 'heading',
  H5: 'heading',
  H6: 'heading',
  HEADER: 'banner',
  HR: 'separator',
  IFRAME: 'iframe',
  IMG: (el) => (el.getAttribute('alt') === '' ? '' : 'img'),
  INPUT: (el) => INPUTS[el.type] ?? 'textbox',
  LI: 'listitem',
  MAIN: 'main',
  MENU: 'list',
  METER: 'meter',
  NAV: 'navigation',
  OL: 'list',
  OPTGROUP: 'group',
  OPTION: 'option',
  OUTPUT: 'status',
  P: 'paragraph',
  PROGRESS: 'progressbar',
  SECTION: (el) => (el.hasAttribute('aria-label') ? 'region' : ''),
  SELECT: (el) => (el.multiple || el.size > 1 ? 'listbox' : 'combobox'),
  SUMMARY: 'button',
  SVG: 'img',
  TABLE: 'table',
  TD: 'cell',
  TEXTAREA: 'textbox',
  TH: 'columnheader',
  TR: 'row',
  UL: 'list',
  VIDEO: 'video',
}
const INPUTS = {
  button: 'button',
  checkbox: 'checkbox',
  color: 'color',
  date: 'date',
  file: 'file',
  hidden: '',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
}
/** Roles whose name is the text inside. */
const NAMED_BY_TEXT = new Set(
  'button link heading cell columnheader rowheader gridcell option tab menuitem menuitemcheckbox menuitemradio treeitem checkbox radio switch tooltip generic listitem paragraph'.split(
    ' ',
  ),
)
const INTERACTIVE = new Set(
  'button link textbox searchbox checkbox radio switch combobox listbox option slider spinbutton tab menuitem menuitemcheckbox menuitemradio treeitem file date color canvas'.split(
    ' ',
  ),
)

const plain = (text) => (text ?? '').replace(/[\s\u00a0\u200b-\u200f\u2028-\u202f\ufeff]+/g, ' ').trim()
const short = (text, most = MOST_NAME) => {
  const clean = plain(text).toWellFormed()
  return clean.length > most ? `${clean.slice(0, most).toWellFormed()}…` : clean
}

/** Children as they are shown: of the shadow root, of the slot, or the element's own. */
const childrenOf = (el) => {
  if (el.shadowRoot) return el.shadowRoot.childNodes
  if (el.tagName === 'SLOT') {
    const assigned = el.assignedNodes()
    if (assigned.length > 0) return assigned
  }
  return el.childNodes
}

const isShown = (el) => {
  if (el.checkVisibility({ visibilityProperty: true })) return true
  const { display, visibility } = getComputedStyle(el)
  return display === 'contents' && visibility !== 'hidden'
}

const isSeen = (el) =>
  !SKIPPED.has(el.tagName.toUpperCase()) && el.getAttribute('aria-hidden') !== 'true' && isShown(el)

const roleOf = (el) => {
  const [given] = plain(el.getAttribute('role')).toLowerCase().split(' ')
  if (given && given !== 'none' && given !== 'presentation') return given
  const known = ROLES[el.tagName.toUpperCase()]
  return (typeof known === 'function' ? known(el) : known) ?? ''
}

/** Things that pages make clickable without saying so. */
const isClickable = (el) => {
  if (el.isContentEditable && !el.parentElement?.isContentEditable) return true
  if (el.hasAttribute('onclick') || el.onclick || el.hasAttribute('tabindex') || el.draggable === true) return true
  if (getComputedStyle(el).cursor !== 'pointer') return false
  const parent = el.parentElement
  return !parent || getComputedStyle(parent).cursor !== 'pointer'
}

/** The text inside, as far as it is shown, and no more of it than a name needs. */
const textInside = (el, most = MOST_NAME + 40) => {
  let text = ''
  const take = (node) => {
    if (text.length > most) return
    if (node.nodeType === 3) text += node.data.slice(0, most + 1)
    if (node.nodeType !== 1 || SKIPPED.has(node.tagName.toUpperCase())) return
    if (node.getAttribute('aria-hidden') === 'true' || node.tagName === 'SELECT') return
    if (node.tagName === 'IMG') text += ` ${node.alt ?? ''} `
    if (!isShown(node)) return
    for (const child of childrenOf(node)) take(child)
    text += ' '
  }
  for (const child of childrenOf(el)) take(child)
  return plain(text)
}

const byIds = (el, attribute) =>
  plain(el.getAttribute(attribute))
    .split(' ')
    .filter(Boolean)
    .map((id) => el.getRootNode().getElementById?.(id)?.textContent ?? '')
    .join(' ')

const labelsOf = (el) => [...(el.labels ?? [])].map((label) => textInside(label)).join(' ')

const nameOf = (el, role) => {
  const told = byIds(el, 'aria-labelledby') || el.getAttribute('aria-label') || labelsOf(el)
  if (plain(told)) return short(told)
  if (el.tagName === 'INPUT' && ['button', 'submit', 'reset'].includes(el.type)) return short(el.value || el.type)
  if (el.tagName === 'SVG' || el.tagName === 'svg') return short(el.querySelector('title')?.textContent)
  if (el.tagName === 'TABLE') return short(el.caption?.textContent)
  if (el.tagName === 'FIELDSET') return short(el.querySelector('legend')?.textContent)
  const inside = NAMED_BY_TEXT.has(role) ? textInside(el) : ''
  return short(inside || el.getAttribute('alt') || el.getAttribute('title') || el.getAttribute('placeholder'))
}

/** References last as long as their element; numbers go on from page to page, so that none means another element later. */
globalThis[KEY] ??= { refs: new WeakMap(), elements: new Map(), next: 1, document: String(performance.timeOrigin) }
const state = globalThis[KEY]
const refOf = (el) => {
  let ref = state.refs.get(el)
  if (ref === undefined) {
    ref = `e${state.next++}`
    state.refs.set(el, ref)
    state.elements.set(ref, new WeakRef(el))
  }
  return ref
}
const elementOf = (ref) => {
  const el = state.elements.get(ref)?.deref()
  return el?.isConnected ? el : undefined
}
