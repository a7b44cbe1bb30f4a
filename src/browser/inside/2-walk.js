// The tree of a page: roles, names, states and references, under hard limits of elements, children and time.
const MOST_CHILDREN = 120
const MOST_OPTIONS = 30
const DEEPEST = 400

const statesOf = (el, role) => {
  const states = []
  const told = (name, value) => value && states.push(name)
  const aria = (name) => el.getAttribute(`aria-${name}`)
  if (role === 'heading') states.push(`level=${aria('level') ?? (/^H(\d)$/.exec(el.tagName)?.[1] || 2)}`)
  told('disabled', el.disabled === true || aria('disabled') === 'true')
  told('checked', el.checked === true || aria('checked') === 'true')
  told('selected', aria('selected') === 'true')
  told('pressed', aria('pressed') === 'true')
  told('required', el.required === true)
  told('readonly', el.readOnly === true)
  told('active', el.ownerDocument.activeElement === el && el.tagName !== 'BODY')
  const open = aria('expanded') ?? (el.tagName === 'DETAILS' ? String(el.open) : null)
  if (open !== null) states.push(open === 'true' ? 'expanded' : 'collapsed')
  return states
}

const contentOf = (el) => {
  if (el.tagName === 'TEXTAREA') return short(el.value)
  if (el.tagName === 'INPUT') {
    if (el.type === 'password') return el.value ? '•••' : ''
    return ['button', 'submit', 'reset', 'checkbox', 'radio', 'image', 'file', 'hidden'].includes(el.type)
      ? ''
      : short(el.value)
  }
  if (el.isContentEditable) return ''
  return short(el.getAttribute('aria-valuetext') ?? el.getAttribute('aria-valuenow') ?? '')
}

/** Where one canvas, video or picture is that has no name: its size says more than nothing. */
const sizeOf = (el) => {
  const { width, height } = el.getBoundingClientRect()
  return `${Math.round(width)}×${Math.round(height)}`
}

const optionsOf = (el) => {
  const all = [...el.options].slice(0, 5000)
  const chosen = all.filter((option) => option.selected)
  const shown = [...new Set([...all.slice(0, MOST_OPTIONS), ...chosen])]
  const nodes = shown.map((option) => ({
    r: 'option',
    n: short(option.label || option.textContent),
    s: [...(option.selected ? ['selected'] : []), ...(option.disabled ? ['disabled'] : [])],
  }))
  return { nodes, more: el.options.length - shown.length }
}

const walk = (root, limits) => {
  const until = performance.now() + limits.ms
  const seen = { elements: 0, nodes: 0, isCut: false }
  const isOver = () => {
    if (seen.elements < limits.elements && seen.nodes < limits.nodes && performance.now() < until) return false
    seen.isCut = true
    return true
  }
  const nodeOf = (el, depth) => {
    const role = roleOf(el)
    const isGeneric = role === '' || role === 'generic'
    if (isGeneric && !isClickable(el)) return walkChildren(el, depth)
    const node = { r: role || 'generic', n: nameOf(el, role || 'generic'), s: statesOf(el, role), ref: refOf(el) }
    seen.nodes++
    const value = contentOf(el)
    if (value) node.v = value
    if (role === 'link') node.u = short(el.getAttribute('href'), 300)
    if (['canvas', 'video', 'img', 'iframe'].includes(role) && !node.n) node.n = sizeOf(el)
    if (role === 'iframe') node.frame = true
    if (el.tagName === 'SELECT') Object.assign(node, filled(optionsOf(el)))
    else if (!['img', 'iframe', 'textbox', 'searchbox'].includes(role) || el.isContentEditable)
      Object.assign(node, filled(inside(el, node, depth)))
    return { nodes: [node], more: 0 }
  }
  const filled = ({ nodes, more }) => ({ ...(nodes.length > 0 && { c: nodes }), ...(more > 0 && { more }) })
  /** Text that is the name already is not told twice. */
  const inside = (el, node, depth) => {
    const found = walkChildren(el, depth)
    const isTextAlone = found.nodes.every(({ r }) => r === 'text')
    if (!isTextAlone || !NAMED_BY_TEXT.has(node.r)) return found
    const text = found.nodes.map(({ n }) => n).join(' ')
    return node.n === '' || plain(text).startsWith(node.n.replace(/…$/, '')) ? { nodes: [], more: 0 } : found
  }
  const walkChildren = (el, depth) => {
    const nodes = []
    let more = 0
    if (depth > DEEPEST) return { nodes, more: 1 }
    for (const child of childrenOf(el)) {
      if (child.nodeType === 3) {
        const text = short(child.data, 400)
        if (!text) continue
        const last = nodes.at(-1)
        if (last?.r === 'text' && last.n.length < 400) last.n = short(`${last.n} ${text}`, 400)
        else if (nodes.length < MOST_CHILDREN) nodes.push({ r: 'text', n: text, s: [] })
        else more++
        continue
      }
      if (child.nodeType !== 1) continue
      if (nodes.length >= MOST_CHILDREN || isOver()) {
        more += 1
        // A list without end is counted without being looked at.
        if (nodes.length >= MOST_CHILDREN && el.children.length > MOST_CHILDREN * 2) {
          more = Math.max(more, el.children.length - nodes.length)
          break
        }
        continue
      }
      seen.elements++
      if (!isSeen(child)) continue
      const found = nodeOf(child, depth + 1)
      nodes.push(...found.nodes)
      more += found.more
    }
    return { nodes, more }
  }
  const top = root.nodeType === 1 && root.tagName !== 'BODY' && root.tagName !== 'HTML'
  const found = top ? nodeOf(root, 0) : walkChildren(root, 0)
  return { ...found, isCut: seen.isCut }
}
