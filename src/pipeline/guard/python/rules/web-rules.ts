import { callRule, factRule, type PythonRule, spotOf } from '../call-rule.ts'
import { allGiven, given, gradeOf, isFalse, isRequested, isTrue } from '../condition.ts'
import { oncePerProgram } from '../once-per-program.ts'
import type { PythonProgram } from '../program.ts'
import { cleanFor, constantOf, hasOrigin, isBuilt, isForeign, origin } from '../read/make-value.ts'
import type { FunctionInfo } from '../read/value.ts'
import { falseDebug } from '../rewrite/false-debug.ts'

/** Flask and Bottle send text as HTML; FastAPI and its like send JSON. */
const sendsHtml = ({ decorators }: FunctionInfo, program: PythonProgram): boolean =>
  decorators.some(({ name }) => /\.(route|get|post|errorhandler)$/.test(name)) &&
  [...program.facts.imports].some((name) => /^(flask|bottle|quart|sanic)/.test(name))

const MATCHERS = '.match .search .fullmatch .findall .sub .split .finditer'.split(' ')

/** Whether a compiled pattern is used on foreign text. */
const readsRequests = oncePerProgram((program) =>
  MATCHERS.some((name) =>
    program.callsOf(name).some((call) => hasOrigin(given(call, 0), origin.request | origin.parameter | origin.input)),
  ),
)

const HTML_ANSWERS =
  'flask.make_response make_response flask.Response django.http.HttpResponse HttpResponse django.http.HttpResponseBadRequest django.http.HttpResponseNotFound django.http.HttpResponseForbidden django.http.HttpResponseServerError django.utils.html.format_html fastapi.responses.HTMLResponse starlette.responses.HTMLResponse HTMLResponse aiohttp.web.Response flask.Markup markupsafe.Markup Markup django.utils.safestring.mark_safe mark_safe sanic.response.html'

const rendersRequests = oncePerProgram((program) =>
  program.callsOf('.render').some((call) => allGiven(call).some((value) => isRequested(value, cleanFor.html))),
)

export const webRules: readonly PythonRule[] = [
  factRule(
    {
      id: 'python/cross-site-scripting',
      family: 'code-execution',
      severity: 'high',
      title: 'Text of a request is sent back as HTML',
      why: 'A link with a script in it makes the browser of its victim run that script.',
      remedy: 'Render a template, which escapes values, or use markupsafe.escape.',
      cwe: [79],
    },
    function* (program) {
      for (const { node, value, function: owner } of program.facts.returns) {
        const body = value.items?.[0] ?? value
        const isText = body.text !== undefined || /request\.(args|form|values|cookies|query_params)/.test(body.name)
        if (isText && isRequested(body, cleanFor.html) && sendsHtml(owner, program)) yield* spotOf(node, true)
      }
      for (const name of HTML_ANSWERS.split(' ')) {
        for (const call of program.callsOf(name)) {
          const body = given(call, 0, 'content', 'text', 'body')
          const isJson = /json|plain/.test(
            allGiven(call)
              .map(({ text }) => text ?? '')
              .slice(1)
              .join(' '),
          )
          const isMarked = /mark/i.test(call.method)
          yield* spotOf(
            call.node,
            !isJson &&
              (isRequested(body, cleanFor.html)
                ? 'high'
                : isMarked &&
                  gradeOf(body, cleanFor.html, { other: 'medium', unknown: 'low', kept: 'low', parameter: 'medium' })),
          )
        }
      }
      for (const call of program.callsOf('.write'))
        yield* spotOf(
          call.node,
          /^self\.(wfile\.)?write$/.test(call.name) &&
            isRequested(given(call, 0), cleanFor.html) &&
            isBuilt(given(call, 0) ?? call.callee),
        )
    },
  ),
  factRule(
    {
      id: 'python/debug-server',
      family: 'code-execution',
      severity: 'high',
      title: 'A web server runs in debug mode',
      why: 'The debugger lets visitors run code when an error occurs.',
      remedy: 'Leave debug off, or take it from a setting.',
      cwe: [489, 215],
    },
    function* (program) {
      for (const call of ['.run', 'bottle.run'].flatMap(program.callsOf)) {
        const debug = call.keywords.get('debug')
        const isDebugged = debug && isTrue(debug.value) && !call.name.startsWith('asyncio')
        yield* spotOf(call.node, isDebugged && { fix: falseDebug(debug, program) })
      }
      for (const { node, target, value } of program.facts.assignments)
        yield* spotOf(node, /^flask\.Flask\(\)\.(debug|config\[DEBUG\])$/.test(target) && isTrue(value))
    },
  ),
  callRule(
    {
      id: 'python/no-autoescape',
      family: 'code-execution',
      severity: 'medium',
      title: 'Templates do not escape values',
      why: 'Text of others becomes HTML and script.',
      remedy: 'Use autoescape=select_autoescape().',
      cwe: [79, 116],
    },
    {
      calls: 'jinja2.Environment',
      when: (call, program) =>
        !call.isOpen &&
        (!call.keywords.has('autoescape') || isFalse(call.keywords.get('autoescape')?.value)) &&
        (rendersRequests(program) ? 'high' : 'medium'),
    },
    {
      calls: 'mako.template.Template mako.lookup.TemplateLookup',
      when: (call) => !call.keywords.has('default_filters') && 'low',
    },
  ),
  callRule(
    {
      id: 'python/chosen-pattern',
      family: 'resources',
      severity: 'medium',
      title: 'Others decide about a regular expression',
      why: 'Some expressions take longer than anyone waits.',
      remedy: 'Use re.escape on text of others.',
      cwe: [1333, 400],
    },
    {
      calls: 're.compile re.match re.search re.fullmatch re.findall re.sub re.split re.finditer',
      when: (call, program) => {
        const pattern = given(call, 0, 'pattern')
        if (isRequested(pattern, cleanFor.pattern)) return 'high'
        if (isForeign(pattern, { bits: origin.network | origin.input, use: cleanFor.pattern })) return 'medium'
        const text = given(call, 1, 'string')
        const reads = hasOrigin(text, origin.request | origin.parameter | origin.input)
        return (
          /\((\?:)?[^()]{0,60}[+*]\)[+*]|\(\w\|\w\)[+*]/.test(constantOf(pattern)?.slice(0, 500) ?? '') &&
          (reads || (call.method === 'compile' && readsRequests(program))) &&
          (hasOrigin(text, origin.request) ? 'high' : 'medium')
        )
      },
    },
  ),
]
