import { callRule, factRule, type PythonRule, spotOf } from '../call-rule.ts'
import { allGiven, given, gradeOf, isFalse, isTrue } from '../condition.ts'
import { oncePerProgram } from '../once-per-program.ts'
import type { PythonProgram } from '../program.ts'
import { cleanFor, constantOf, hasOrigin, isBuilt, isForeign, origin } from '../read/make-value.ts'
import type { FunctionInfo, Value } from '../read/value.ts'
import { falseDebug } from '../rewrite/false-debug.ts'

const isRequested = (value: Value | undefined, use: number): boolean => isForeign(value, { bits: origin.request, use })

/** Flask and Bottle send text as HTML; FastAPI and its like send JSON. */
const sendsHtml = ({ decorators }: FunctionInfo, program: PythonProgram): boolean =>
  decorators.some(({ name }) => /\.(route|get|post|errorhandler)$/.test(name)) &&
  [...program.facts.imports].some((name) => /^(flask|bottle|quart|sanic)/.test(name))

const MATCHERS = '.match .search .fullmatch .findall .sub .split .finditer'.split(' ')

/** A pattern that was compiled before is used on a text that others wrote. */
const readsRequests = oncePerProgram((program) =>
  MATCHERS.some((name) =>
    program.callsOf(name).some((call) => hasOrigin(given(call, 0), origin.request | origin.parameter | origin.input)),
  ),
)

const HTML_ANSWERS =
  'flask.make_response make_response flask.Response django.http.HttpResponse HttpResponse fastapi.responses.HTMLResponse starlette.responses.HTMLResponse HTMLResponse aiohttp.web.Response flask.Markup markupsafe.Markup Markup django.utils.safestring.mark_safe mark_safe sanic.response.html'

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
  callRule(
    {
      id: 'python/open-redirect',
      family: 'network',
      severity: 'high',
      title: 'Requests decide where a browser is sent',
      why: 'A link to a trusted site leads to the page of an attacker.',
      remedy: 'Redirect to paths of your own only, or compare with a list.',
      cwe: [601],
    },
    {
      calls:
        'flask.redirect redirect django.shortcuts.redirect django.http.HttpResponseRedirect HttpResponseRedirect fastapi.responses.RedirectResponse starlette.responses.RedirectResponse RedirectResponse bottle.redirect self.redirect aiohttp.web.HTTPFound',
      when: (call) =>
        isRequested(given(call, 0, 'url', 'location', 'to'), cleanFor.html) &&
        !/^(https?:\/\/[\w.-]+)?\/[^/]/.test(given(call, 0, 'url', 'location')?.text ?? ''),
    },
  ),
  callRule(
    {
      id: 'python/debug-server',
      family: 'code-execution',
      severity: 'medium',
      title: 'A web server runs in debug mode',
      why: 'The debugger lets visitors run code when an error occurs.',
      remedy: 'Leave debug off, or take it from a setting.',
      cwe: [489, 215],
    },
    {
      calls: 'flask.Flask().run .run bottle.run',
      when: (call, program) => {
        const debug = call.keywords.get('debug')
        if (!debug || !isTrue(debug.value) || call.name.startsWith('asyncio')) return false
        const isOpen = ['0.0.0.0', '::', ''].includes(constantOf(given(call, 0, 'host')) ?? '-')
        return { severity: isOpen ? 'high' : 'medium', fix: falseDebug(debug, program) }
      },
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
      when: (call) =>
        !call.isOpen && (!call.keywords.has('autoescape') || isFalse(call.keywords.get('autoescape')?.value)),
    },
    {
      calls: 'mako.template.Template mako.lookup.TemplateLookup',
      when: (call) => !call.keywords.has('default_filters') && 'low',
    },
  ),
  callRule(
    {
      id: 'python/loose-cookie',
      family: 'network',
      severity: 'low',
      title: 'A cookie can be read by scripts or on the way',
      why: 'Sessions can be taken over.',
      remedy: 'Set secure=True, httponly=True and samesite="Lax".',
      cwe: [614, 1004],
    },
    {
      calls: '.set_cookie',
      when: (call) => isFalse(call.keywords.get('secure')?.value) || isFalse(call.keywords.get('httponly')?.value),
    },
  ),
  callRule(
    {
      id: 'python/log-injection',
      family: 'files',
      severity: 'low',
      title: 'Text of a request is written to a log as it is',
      why: 'Line breaks in it make up entries of the log.',
      remedy: 'Take line breaks out, or log it with repr().',
      cwe: [117],
    },
    {
      calls: 'logging.info logging.warning logging.error logging.debug logging.critical .info .warning .error',
      when: (call) =>
        /^(logging|.*logger|.*getLogger\(\)|app\.logger|flask\.Flask\(\)\.logger)/i.test(call.name) &&
        allGiven(call).some((value) => isRequested(value, 0)),
    },
  ),
  callRule(
    {
      id: 'python/header-injection',
      family: 'network',
      severity: 'high',
      title: 'Text of a request is written into a header as it is',
      why: 'A line break in it ends the header: who sent the request writes the rest of the answer.',
      remedy: 'Use urllib.parse.quote on it, or refuse texts with line breaks.',
      cwe: [113],
    },
    {
      calls: '.send_header',
      when: (call) => isRequested(given(call, 1, 'value'), cleanFor.html),
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
        if (isForeign(pattern, { bits: origin.request | origin.network | origin.input, use: cleanFor.pattern }))
          return 'medium'
        const reads = hasOrigin(given(call, 1, 'string'), origin.request | origin.parameter | origin.input)
        return (
          /\((\?:)?[^()]{0,60}[+*]\)[+*]|\(\w\|\w\)[+*]/.test(constantOf(pattern)?.slice(0, 500) ?? '') &&
          (reads || (call.method === 'compile' && readsRequests(program))) &&
          'medium'
        )
      },
    },
  ),
]
