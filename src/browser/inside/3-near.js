// Elements that can be used, with all that a failed search may be compared with; and whatever lies over an element.
const candidates = ({ most, named }) => {
  const found = []
  const until = performance.now() + 1000
  const take = (el) => {
    if (found.length >= most || performance.now() > until) return
    if (el.nodeType !== 1 || !isSeen(el)) return
    const role = roleOf(el)
    const isNamed = named && (el.id || el.dataset.testid)
    if (INTERACTIVE.has(role) || role === 'heading' || role === 'iframe' || isNamed || isClickable(el)) {
      found.push({
        ref: refOf(el),
        role: role || 'generic',
        name: nameOf(el, role || 'generic'),
        tag: el.tagName.toLowerCase(),
        id: short(el.id, 100),
        classes: short(el.getAttribute('class'), 200),
        field: short(el.getAttribute('name') ?? el.getAttribute('data-testid') ?? '', 100),
        hint: short(el.getAttribute('placeholder') ?? el.getAttribute('title') ?? '', 100),
      })
    }
    for (const child of childrenOf(el)) take(child)
  }
  if (document.body) take(document.body)
  return found
}

const CLOSERS =
  /^(?:×|✕|✖|x|close|dismiss|no,? thanks|not now|skip|cancel|reject(?: all)?|decline|got it|ok(?:ay)?|continue without.*|later)$/i

const FREE_STEPS = [0.5, 0.15, 0.85, 0.3, 0.7, 0.05, 0.95]

/** A point of the element that nothing lies over, from its upper left corner. */
const freePoint = (el, { left, top, width, height }) => {
  for (const y of FREE_STEPS)
    for (const x of FREE_STEPS) {
      const hit = document.elementFromPoint(left + width * x, top + height * y)
      if (hit && (hit === el || el.contains(hit))) return { x: width * x, y: height * y }
    }
  return null
}

/** The element that takes clicks meant for another, and the button in it that may send it away. */
const coverOf = (el) => {
  const place = el.getBoundingClientRect()
  const { left, top, width, height } = place
  const over = document.elementFromPoint(left + width / 2, top + height / 2)
  if (!over || over === el || el.contains(over) || over.contains(el)) return null
  let layer = over
  while (layer.parentElement && layer.parentElement !== document.body && !layer.parentElement.contains(el))
    layer = layer.parentElement
  const closer = [...layer.querySelectorAll('button, a, [role=button], [aria-label], [onclick]')].find(
    (each) => isShown(each) && (CLOSERS.test(nameOf(each, 'button')) || /\bclose\b|\bdismiss\b/i.test(each.className)),
  )
  return {
    layer: short(`${layer.tagName.toLowerCase()} ${nameOf(layer, 'generic')}`, 80),
    closer: closer ? refOf(closer) : null,
    free: freePoint(el, place),
  }
}
