const vm = require('node:vm')
const { parseScript } = require('./parse-script.cjs')
const { propertiesOf, Unkept } = require('./encode-values.cjs')

const NATIVE = /\{\s*\[native code\]\s*\}$/
const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/gu
const PRIVATE = /#[\p{ID_Start}$_]/u
const MADE_ANEW = new Set(['length', 'name', 'prototype', 'arguments', 'caller'])
const textOf = (value) => Function.prototype.toString.call(value)

/** Reads functions and classes by their source. `innerNames` gives the variables around a function that are no globals. */
function createFunctionReader(innerNames) {
  const read = new WeakMap()
  const readOnce = (value) => {
    const known = read.get(value) ?? readFunction(value, innerNames)
    read.set(value, known)
    return known
  }
  /** Whether a class body declares this property: methods are made with the class, and only fields are enumerable. */
  const isDeclaredIn = (owner, { value, get, set, enumerable }) =>
    !enumerable &&
    isClass(textOf(owner)) &&
    [value, get, set].every(
      (part) => part === undefined || (typeof part === 'function' && textOf(owner).includes(textOf(part))),
    )
  return {
    isDeclaredIn,
    hasPrivateParts: (value) => isClass(textOf(value)) && PRIVATE.test(textOf(value)),
    recordOf(value, tools) {
      const found = readOnce(value)
      if (found.why) throw new Unkept(found.why)
      const { refer } = tools
      const skip = (key, descriptor) => MADE_ANEW.has(key) || isDeclaredIn(value, descriptor)
      return {
        ...found,
        kind: 'function',
        name: String(Object.getOwnPropertyDescriptor(value, 'name')?.value ?? ''),
        ...(found.isDerived && { base: refer(Object.getPrototypeOf(value)) }),
        ...(!isUntouched(value) && { prototype: refer(value.prototype) }),
        ...propertiesOf(value, { refer, skip }),
      }
    },
  }
}

const isClass = (text) => /^class\b/.test(text)

/** Whether the function still has the `prototype` that every function is made with. */
function isUntouched(value) {
  const made = Object.getOwnPropertyDescriptor(value, 'prototype')?.value
  if (made === undefined) return true
  const keys = Reflect.ownKeys(made)
  if (keys.length === 0) return Object.getPrototypeOf(made) !== null
  const isOwn = keys.length === 1 && Object.getOwnPropertyDescriptor(made, 'constructor')?.value === value
  return isOwn && Object.getPrototypeOf(made) === Object.prototype && Object.isExtensible(made)
}

/** The way to make a function again, or the reason why there is none. */
function readFunction(value, innerNames) {
  const text = textOf(value)
  if (NATIVE.test(text))
    return { why: `it is or holds a ${value.name.startsWith('bound ') ? 'bound' : 'built-in'} function` }
  const words = new Set(text.match(WORD))
  const inner = innerNames(value).filter((name) => name !== value.name && (words.has(name) || words.has('eval')))
  if (inner.length > 0)
    return { why: `a function uses variables of the function around it: ${inner.slice(0, 5).join(', ')}` }
  if (isClass(text)) return readClass(text)
  const isExpression = compiles(`(${text}\n)`)
  if (!isExpression && !compiles(`({${text}\n})`)) return { why: 'the source of a function cannot be read again' }
  if (!isExpression && words.has('super')) return { why: 'a method uses super' }
  if (isExpression && usesThis(parseScript(`(${text}\n)`).body[0].expression)) {
    return { why: 'an arrow function uses this of the code around it' }
  }
  const isStrict = /^function\b(?!\s*\*)/.test(text) && !Object.hasOwn(value, 'caller')
  return { text, form: isExpression ? 'expression' : 'method', ...(isStrict && { isStrict }) }
}

/** Whether an arrow function uses `this`, which is that of the code around it; V8 does not tell which that was. */
function usesThis(node) {
  if (node === null || typeof node !== 'object') return false
  if (Array.isArray(node)) return node.some(usesThis)
  if (/^(?:Function|Class)/.test(node.type)) return false
  return node.type === 'ThisExpression' || node.type === 'Super' || Object.values(node).some(usesThis)
}

function compiles(text) {
  try {
    return Boolean(new vm.Script(text))
  } catch {
    return false
  }
}

/** Leaves out code that runs while a class is made: its results are saved separately. */
function readClass(text) {
  const start = 1
  const { superClass, body } = parseScript(`(${text}\n)`).body[0].expression
  const isDerived = superClass !== null && superClass.raw !== 'null'
  const edits = isDerived ? [{ start: superClass.start, end: superClass.end, by: '__anneal.base' }] : []
  for (const part of body.body) {
    if (part.type === 'StaticBlock') edits.push({ start: part.start, end: part.end, by: '' })
    if (part.type !== 'PropertyDefinition' || !part.static) continue
    if (part.key.type === 'PrivateIdentifier') return { why: 'a class has private static fields' }
    if (part.value) edits.push({ start: part.key.end + (part.computed ? 1 : 0), end: part.value.end, by: '' })
  }
  edits.sort((left, right) => right.start - left.start)
  const made = edits.reduce(
    (code, { start: from, end, by }) => code.slice(0, from - start) + by + code.slice(end - start),
    text,
  )
  if (!compiles(`(${made}\n)`)) return { why: 'the source of a class cannot be read again' }
  return { text: made, form: 'expression', isDerived }
}

module.exports = { createFunctionReader }
