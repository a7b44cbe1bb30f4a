import type { Node } from '../../../../language/tree/tree.ts'
import type { Spot } from '../../rule.ts'
import type { Assignment, Call, JavaScriptProgram } from '../program.ts'
import { FOREIGN, ORIGIN } from '../read/origin.ts'
import { HOLE } from '../read/reading.ts'
import { isFirstForeign } from './is-first-foreign.ts'
import { type JavaScriptRule, spotAt } from './javascript-rule.ts'
import { unknownParts } from './unknown-parts.ts'

/** Origins of values that a page must not trust. */
const UNTRUSTED = FOREIGN | ORIGIN.parameter | ORIGIN.storage
const HTML_CALLS = ['document.write', 'document.writeln']
const HTML_METHODS = new Set([
  'insertAdjacentHTML',
  'createContextualFragment',
  'parseHTML',
  'setHTMLUnsafe',
  'trustAsHtml',
  'trustAsJs',
  'bypassSecurityTrustHtml',
  'bypassSecurityTrustScript',
])
const ENGINES =
  /^(?:ejs\.(?:render|compile)|pug\.(?:render|compile)|jade\.(?:render|compile)|handlebars\.compile|Handlebars\.compile|nunjucks\.(?:renderString|compile)|lodash\.template|_\.template|dot\.template|doT\.template|eta\.(?:render|renderString)|twig\.twig|velocityjs\.render|swig\.render|hogan\.js\.compile|art-template\.render|squirrelly\.render|template7\.compile|marko\.compile|(?:mustache|Mustache|Sqrl|Eta|whiskers)\.render|(?:Hogan|doT|Template7|hogan\.js|dot)\.(?:compile|template|parse)|\$\.templates)$/

export const webPageRules: JavaScriptRule[] = [
  {
    id: 'javascript/html-injection',
    family: 'code-execution',
    severity: 'high',
    title: 'Puts foreign text into a page as HTML',
    why: 'Markup in the text runs as script in the page of whoever looks at it.',
    remedy: 'Use `textContent`, or clean the HTML with DOMPurify.',
    cwe: [79],
    *find(program) {
      for (const assignment of program.assignments) {
        if (!/^(?:inner|outer)HTML$|^srcdoc$/.test(assignment.key)) continue
        const severity = markupRisk(program, assignment.value)
        if (severity) yield spotAt(assignment.node, { severity })
        else yield* plainText(program, assignment)
      }
      for (const call of program.calls) {
        const html = htmlOf(call)
        const severity = html && markupRisk(program, html)
        if (severity) yield spotAt(call.node, { severity })
      }
      yield* inElements(program)
    },
  },
  {
    id: 'javascript/reflected-input',
    family: 'code-execution',
    severity: 'high',
    title: 'Answers with HTML that holds what the client sent',
    why: 'A link can then run script in the page of whoever follows it.',
    remedy: 'Escape the text, answer with JSON, or render it with a template engine.',
    cwe: [79],
    *find(program) {
      for (const { node, name, method, inputs } of program.calls) {
        const isAnswer = /^(?:send|end|write)$/.test(method) && /^\$?(?:res|response|reply)\b/.test(name)
        const [body] = inputs
        if (!isAnswer || !body || !(program.originsOf(body) & ORIGIN.request)) continue
        const shape = program.shapeOf(body)
        const isData = body.type === 'ObjectExpression' || /^(?:JSON\.stringify)\(\)$/.test(program.nameOf(body))
        // Only `send` by itself means that a text is HTML.
        const isPage = method === 'send' || /<\w/.test(shape ?? '')
        if (!isData) yield spotAt(node, { severity: isPage ? 'high' : 'medium' })
      }
    },
  },
  {
    id: 'javascript/open-redirect',
    family: 'network',
    severity: 'high',
    title: 'Sends a visitor to an address that somebody else wrote',
    why: 'A link to this site then leads to any other, or runs script.',
    remedy: 'Look the address up in a list, or allow paths of this site only.',
    cwe: [601],
    *find(program) {
      for (const { node, method, name, inputs } of program.calls) {
        const isRedirect = method === 'redirect' || /^location\.(?:assign|replace)$|^(?:window\.)?open$/.test(name)
        const address = inputs.at(-1)
        const isBack = address && /referr?er/i.test(program.sourceOf(address))
        if (isRedirect && address && !isBack && isAnywhere(program, address)) yield spotAt(node)
        const isHeader =
          method === 'writeHead' ||
          (/^(?:setHeader|set|header)$/.test(method) && /location/i.test(program.constantOf(inputs[0]) ?? ''))
        const target =
          method === 'writeHead' ? inputs.flatMap((input) => program.propertyOf(input, 'Location') ?? [])[0] : inputs[1]
        if (isHeader && target && isAnywhere(program, target)) yield spotAt(node)
      }
      for (const { node, name, value } of program.assignments) {
        if (/^(?:document\.)?location(?:\.href)?$/.test(name) && isAnywhere(program, value)) yield spotAt(node)
      }
    },
  },
  {
    id: 'javascript/template-injection',
    family: 'code-execution',
    severity: 'high',
    title: 'Compiles a template that somebody else wrote',
    why: 'Templates can run code on the server.',
    remedy: 'Keep templates in files, and give foreign text to them as data.',
    cwe: [1336, 94],
    *find(program) {
      for (const { node, name, method, inputs } of program.calls) {
        const [template] = inputs
        const isView = method === 'render' && /^\$?(?:res|response|reply|ctx)\b/.test(name)
        if (isView && program.originsOf(template) & ORIGIN.request) yield spotAt(node)
        if (isView && inputs[1] && choosesLayout(program, inputs[1]))
          yield spotAt(node, {
            severity: 'medium',
            message: 'Lets a client set options of a template, such as its layout',
          })
        if (!template || !ENGINES.test(name)) continue
        const origins = program.originsOf(template)
        if (origins & (FOREIGN | ORIGIN.input)) yield spotAt(node)
        else if (origins & ORIGIN.parameter) yield spotAt(node, { severity: 'medium' })
      }
    },
  },
  {
    id: 'javascript/message-to-anyone',
    family: 'network',
    severity: 'medium',
    title: 'Posts a message to whatever page is there',
    why: 'Another site may be in the window by then.',
    remedy: 'Name the origin that is meant.',
    cwe: [346],
    *find(program) {
      for (const { node, method, inputs } of program.calls) {
        if (method === 'postMessage' && program.constantOf(inputs[1]) === '*') yield spotAt(node)
      }
    },
  },
]

/** Options of a view are among its values: `layout` names a file. */
function choosesLayout(program: JavaScriptProgram, values: Node): boolean {
  const target = program.follow(values)
  const isWhole = (text: string) => /(?:^|\.\.\.)(?:req|request|ctx)\.(?:query|body|params)$/.test(text)
  if (target.type !== 'ObjectExpression') return isWhole(program.sourceOf(target).slice(0, 60))
  const layout = program.propertyOf(target, 'layout')
  if (layout && program.originsOf(layout) & ORIGIN.request) return true
  return /\.\.\.(?:req|request|ctx)\.(?:query|body|params)\b/.test(program.sourceOf(target).slice(0, 500))
}

/** Names of values that visitors write. */
const WRITTEN = /comment|message|\bbio\b|content|input|html|\bpost\.|review|feedback|chat|nick|\.text\b/i

/** Text of a visitor is dangerous; records that a page loads for itself are only worth a look. */
function markupRisk(program: JavaScriptProgram, html: Node): 'high' | 'medium' | undefined {
  if (!(program.originsOf(html) & UNTRUSTED)) return undefined
  const isWritten = unknownParts(program, html).some((part) => {
    const origins = program.originsOf(part)
    if (origins & (ORIGIN.request | ORIGIN.storage)) return true
    if (WRITTEN.test(program.sourceOf(part).slice(0, 200))) return (origins & UNTRUSTED) !== 0
    return (origins & ORIGIN.parameter) !== 0 && part.type === 'VariableName'
  })
  return isWritten ? 'high' : 'medium'
}

const htmlOf = ({ name, method, inputs }: Call): Node | undefined => {
  if (HTML_CALLS.includes(name)) return inputs[0]
  if (HTML_METHODS.has(method)) return inputs.at(-1)
  const isQuery = /^(?:\$|jQuery)\(\)/.test(name)
  return isQuery && /^(?:html|append|prepend|after|before|replaceWith|wrap|wrapAll|wrapInner)$/.test(method)
    ? inputs[0]
    : undefined
}

/** `<div dangerouslySetInnerHTML={{ __html: text }} />`, and the same as an object. */
function* inElements(program: JavaScriptProgram): Iterable<Spot> {
  for (const object of program.objects) {
    const html = program.propertyOf(object, '__html')
    if (html && (program.originsOf(html) & UNTRUSTED || program.shapeOf(html) === undefined)) {
      yield spotAt(object, { severity: program.originsOf(html) & UNTRUSTED ? 'high' : 'medium' })
    }
  }
}

/** A constant without markup means the same as text. */
function* plainText(program: JavaScriptProgram, { target, value, key, isAdding }: Assignment): Iterable<Spot> {
  const text = program.constantOf(value)
  if (key !== 'innerHTML' || isAdding || text === undefined || /[<&]/.test(text) || !target.parent) return
  const edits = [{ start: target.end - key.length, end: target.end, text: 'textContent' }]
  if (program.sourceOf(target).endsWith('.innerHTML')) {
    yield spotAt(target, { severity: 'info', message: 'Sets a text as HTML', fix: { title: 'Set it as text', edits } })
  }
}

/** Whether the request decides the host of the address. */
function isAnywhere(program: JavaScriptProgram, address: Node): boolean {
  if (!(program.originsOf(address) & ORIGIN.request)) return false
  if (!isFirstForeign(program, address)) return false
  const before = (program.shapeOf(address) ?? HOLE).split(HOLE)[0] ?? ''
  return !/^\/[^/\\]|^\w+:\/\/[^/]+\/|^[?#]|^\.\/?/.test(before)
}
