// The content of a page for readers: Markdown, text, links, tables and what the page says about itself.
const address = (href) => {
  try {
    return new URL(href, document.baseURI).href
  } catch {
    return ''
  }
}

const BLOCKS = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION TABLE UL DETAILS SUMMARY'.split(
    ' ',
  ),
)

const cellText = (el) => plain(textInside(el, 500)).replaceAll('|', '\\|')

const rowsOf = (table) => [...table.rows].slice(0, 1000).map((row) => [...row.cells].map(cellText))

const markdownTable = (table) => {
  const rows = rowsOf(table)
  if (rows.length === 0) return ''
  const width = Math.max(...rows.map((row) => row.length))
  const line = (row) => `| ${Array.from({ length: width }, (_, at) => row[at] ?? '').join(' | ')} |`
  const [head, ...body] = rows
  return `\n\n${[line(head), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n')}\n\n`
}

/** Around buttons and links: two that are neighbours are kept apart, as their borders do on the screen. */
const EDGE = '\u0001'
const edged = (text) => (text ? `${EDGE}${text.replaceAll(EDGE, '')}${EDGE}` : '')
const BUTTONS = new Set(['button', 'submit', 'reset', 'image'])
const isButton = (el) => el.tagName === 'BUTTON' || (el.tagName === 'INPUT' && BUTTONS.has(el.type))

const markdownOf = (root, most) => {
  let size = 0
  const spent = (text) => {
    size += text.length
    return text
  }
  const all = (el, list) => [...childrenOf(el)].map((child) => one(child, list)).join('')
  const inline = (el, list, mark) => {
    const text = all(el, list)
    return text.trim() ? text.replace(/^(\s*)(.*?)(\s*)$/s, `$1${mark}$2${mark}$3`) : text
  }
  const item = (el, list) => {
    const mark = list.ordered ? `${list.next++}. ` : '- '
    return `\n${'  '.repeat(list.depth)}${mark}${plain(all(el, list)).length > 0 ? all(el, list).trim() : ''}`
  }
  const block = (el, list) => {
    const { tagName } = el
    if (/^H[1-6]$/.test(tagName)) return `\n\n${'#'.repeat(Number(tagName[1]))} ${plain(all(el, list))}\n\n`
    if (tagName === 'HR') return '\n\n---\n\n'
    if (tagName === 'PRE') return `\n\n\`\`\`\n${spent(el.textContent.slice(0, 20000)).trimEnd()}\n\`\`\`\n\n`
    if (tagName === 'BLOCKQUOTE') return `\n\n${all(el, list).trim().replace(/^/gm, '> ')}\n\n`
    if (tagName === 'TABLE') return el.querySelector('table') ? `\n\n${all(el, list)}\n\n` : markdownTable(el)
    if (tagName === 'UL' || tagName === 'OL') {
      const inner = { ordered: tagName === 'OL', next: el.start ?? 1, depth: list ? list.depth + 1 : 0 }
      return list ? all(el, inner) : `\n\n${all(el, inner).trim()}\n\n`
    }
    if (tagName === 'LI') return item(el, list ?? { ordered: false, next: 1, depth: 0 })
    return `\n\n${all(el, list)}\n\n`
  }
  const one = (node, list) => {
    if (size > most) return ''
    if (node.nodeType === 3) return spent(node.data.replace(/[\s\u0001\u200b-\u200f\u2028-\u202f\ufeff]+/g, ' '))
    if (node.nodeType !== 1) return ''
    if (node.tagName === 'BR') return '  \n'
    if (!isSeen(node)) return ''
    if (BLOCKS.has(node.tagName)) return block(node, list)
    if (node.tagName === 'A') {
      const text = plain(all(node, list))
      const href = node.getAttribute('href')
      return edged(href && text && !/^(?:javascript|data):/i.test(href) ? `[${text}](${address(href)})` : text)
    }
    if (node.tagName === 'IMG')
      return node.alt ? `![${plain(node.alt)}](${address(node.getAttribute('src') ?? '')})` : ''
    if (node.tagName === 'STRONG' || node.tagName === 'B') return inline(node, list, '**')
    if (node.tagName === 'EM' || node.tagName === 'I') return inline(node, list, '*')
    if (node.tagName === 'CODE') return inline(node, list, '`')
    if (isButton(node)) {
      const name = plain(all(node, list).replaceAll(EDGE, '')) || nameOf(node, 'button')
      return edged(name && `[${name}]`)
    }
    if (['INPUT', 'SELECT', 'TEXTAREA', 'SVG', 'svg'].includes(node.tagName)) return ''
    return all(node, list)
  }
  const text = one(root)
    .replaceAll(`${EDGE}${EDGE}`, ' ')
    .replaceAll(EDGE, '')
    .replace(/[ \t]+\n/g, (space) => (space === '  \n' ? space : '\n'))
    .replace(/\n[ \t]+(?![-\d ])/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
  return { text: text.trim().slice(0, most).toWellFormed(), isCut: size > most || text.length > most }
}

const extract = (root, { as, most }) => {
  if (as === 'markdown') return markdownOf(root, most)
  if (as === 'text') {
    const text = (root.innerText ?? '').replace(/\n{3,}/g, '\n\n').trim()
    return { text: text.slice(0, most).toWellFormed(), isCut: text.length > most }
  }
  if (as === 'links') {
    const links = [...root.querySelectorAll('a[href], area[href]')]
      .slice(0, 2000)
      .filter(isShown)
      .map((el) => ({ text: nameOf(el, 'link'), url: address(el.getAttribute('href')) }))
      .filter(({ url }) => /^https?:/.test(url))
    return { links }
  }
  if (as === 'tables') {
    const tables = [...root.querySelectorAll('table')].filter(isShown).slice(0, 50)
    return { tables: tables.map((table) => ({ caption: short(table.caption?.textContent), rows: rowsOf(table) })) }
  }
  const meta = {}
  for (const el of document.querySelectorAll('meta[content]')) {
    const name = el.getAttribute('name') ?? el.getAttribute('property')
    if (name && Object.keys(meta).length < 60) meta[short(name, 60)] = short(el.content, 500)
  }
  const canonical = document.querySelector('link[rel=canonical]')?.getAttribute('href')
  return {
    metadata: {
      title: short(document.title, 500),
      language: short(document.documentElement.lang, 40),
      ...(canonical && { canonical: address(canonical) }),
      meta,
    },
  }
}

/** Sees to it that new references are none of an earlier page, and does the work. */
const call = (work, given) => {
  state.next = Math.max(state.next, given.from ?? 1)
  const about = { document: state.document, next: state.next }
  if (given.ref && !elementOf(given.ref)) return { ...about, isGone: true }
  const root = (given.ref && elementOf(given.ref)) || document.body || document.documentElement
  const works = {
    snapshot: () => walk(root, given.limits),
    candidates: () => candidates(given),
    cover: () => coverOf(root),
    extract: () => extract(root, given),
    document: () => null,
  }
  const result = works[work]()
  return { ...about, result, next: state.next }
}
const refFrom = (el, from) => {
  state.next = Math.max(state.next, from)
  return { ref: refOf(el), next: state.next }
}
state.call = call
state.elementOf = elementOf
state.refFrom = refFrom
