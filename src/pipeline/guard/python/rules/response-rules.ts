import { callRule, factRule, type PythonRule, spotOf } from '../call-rule.ts'
import { allGiven, given, isFalse, isRequested, isTrue, written } from '../condition.ts'
import type { PythonProgram } from '../program.ts'
import type { Call } from '../read/facts.ts'
import { cleanFor, constantOf, origin } from '../read/make-value.ts'
import type { FunctionInfo, Value } from '../read/value.ts'

const REDIRECTS =
  'flask.redirect redirect werkzeug.utils.redirect quart.redirect django.shortcuts.redirect django.http.HttpResponseRedirect HttpResponseRedirect django.http.HttpResponsePermanentRedirect HttpResponsePermanentRedirect fastapi.responses.RedirectResponse starlette.responses.RedirectResponse RedirectResponse bottle.redirect self.redirect aiohttp.web.HTTPFound aiohttp.web.HTTPSeeOther sanic.response.redirect cherrypy.HTTPRedirect falcon.HTTPFound pyramid.httpexceptions.HTTPFound web.seeother'
const HEADER_SETTERS = '.add .set .setdefault .append .set_header .add_header .send_header .append_header'
const ANSWERS =
  'flask.Response flask.make_response django.http.HttpResponse fastapi.Response fastapi.responses.Response starlette.responses.Response fastapi.responses.JSONResponse aiohttp.web.Response sanic.response.text quart.Response'

/** A path of the site itself, or one behind a constant host. */
const staysHere = (url: Value | undefined): boolean => /^(https?:\/\/[\w.-]+)?\/[^/\u0000]/.test(url?.text ?? '')

const leadsAway = (url: Value | undefined): boolean => isRequested(url, cleanFor.html) && !staysHere(url)

const isLocation = (name: string | undefined): boolean => /^location$/i.test(name ?? '')

/** Clients of other servers have headers too. */
const ASKS = /^(requests|httpx|urllib|aiohttp|email)\b/

/** `response.headers[name] = value`, and `response[name] = value` of Django. */
function headerOf(target: string): string | undefined {
  const [, owner, name] = /^(.*)\[([^[\]]*)\]$/.exec(target) ?? []
  const isOfAnswer = /(^|\.)headers$/.test(owner ?? '') ? !ASKS.test(target) : /Response\w*\(\)$/.test(owner ?? '')
  return isOfAnswer ? name : undefined
}

/** Names and values of the headers in responses. */
function* headersOf(program: PythonProgram): Generator<{ node: Call['node']; name: string | undefined; value: Value }> {
  for (const { node, target, value } of program.facts.assignments) {
    const name = headerOf(target)
    if (name !== undefined) yield { node, name, value }
  }
  for (const call of HEADER_SETTERS.split(' ').flatMap(program.callsOf)) {
    const value = given(call, 1, 'value')
    if (value && /header|\bHeaders\(\)/i.test(call.name) && !ASKS.test(call.name))
      yield { node: call.node, name: constantOf(given(call, 0)), value }
  }
  for (const call of ANSWERS.split(' ').flatMap(program.callsOf)) {
    for (const [name, value] of call.keywords.get('headers')?.value.entries ?? [])
      yield { node: call.node, name, value }
  }
}

/** Whether the function answers requests. */
const answers = ({ parameterOrigins, decorators }: FunctionInfo): boolean =>
  (parameterOrigins & origin.request) !== 0 ||
  decorators.some(({ name }) => /\.(route|get|post|errorhandler)$/.test(name))

const SESSION_COOKIE = /sess|token|auth|\bsid\b|jwt|login|user_?id|remember/i

function judgeCookie(call: Call) {
  const [secure, hidden] = ['secure', 'httponly'].map((name) => call.keywords.get(name)?.value)
  if (isFalse(secure) || isFalse(hidden)) return 'medium'
  const isSession = SESSION_COOKIE.test(constantOf(given(call, 0, 'key', 'name')) ?? '')
  return isSession && !call.isOpen && !(secure && hidden) && 'medium'
}

export const responseRules: readonly PythonRule[] = [
  factRule(
    {
      id: 'python/open-redirect',
      family: 'network',
      severity: 'high',
      title: 'Requests decide where a browser is sent',
      why: 'A link to a trusted site leads to the page of an attacker.',
      remedy: 'Redirect to paths of your own only, or compare with a list.',
      cwe: [601],
    },
    function* (program) {
      for (const call of REDIRECTS.split(' ').flatMap(program.callsOf))
        yield* spotOf(call.node, leadsAway(given(call, 0, 'url', 'location', 'to', 'redirect_to')))
      for (const { node, name, value } of headersOf(program)) yield* spotOf(node, isLocation(name) && leadsAway(value))
    },
  ),
  factRule(
    {
      id: 'python/header-injection',
      family: 'network',
      severity: 'high',
      title: 'Text of a request becomes a header or cookie of the answer',
      why: 'A line break in it makes up headers; a chosen type or cookie changes what the browser does with the answer.',
      remedy: 'Take the value from a list of those that are allowed, or encode it with urllib.parse.quote.',
      cwe: [113, 20],
    },
    function* (program) {
      for (const { node, name, value } of headersOf(program))
        yield* spotOf(node, !isLocation(name) && isRequested(value, cleanFor.html))
      for (const call of program.callsOf('.set_cookie')) {
        const [name, value] = [given(call, 0, 'key', 'name'), given(call, 1, 'value')]
        yield* spotOf(call.node, isRequested(name, cleanFor.html) || isRequested(value, cleanFor.html))
      }
    },
  ),
  factRule(
    {
      id: 'python/exposed-error',
      family: 'network',
      severity: 'medium',
      title: 'Visitors are shown what went wrong inside',
      why: 'Traces and messages of errors tell names, paths and values that help an attacker.',
      remedy: 'Log the error, and answer with a general message.',
      cwe: [209, 497],
    },
    (program) =>
      program.facts.returns.flatMap(({ node, function: owner }) =>
        spotOf(
          node,
          answers(owner) &&
            /\btraceback\.format_|\bsys\.exc_info\(|\b(str|repr)\((e|ex|exc|err|error|exception)\)|\{(e|ex|exc|err|error|exception)(!r)?\}/.test(
              written(program, node),
            ),
        ),
      ),
  ),
  callRule(
    {
      id: 'python/loose-cookie',
      family: 'network',
      severity: 'medium',
      title: 'A cookie can be read by scripts or on the way',
      why: 'Sessions can be taken over.',
      remedy: 'Set secure=True, httponly=True and samesite="Lax".',
      cwe: [614, 1004],
    },
    { calls: '.set_cookie', when: judgeCookie },
  ),
  callRule(
    {
      id: 'python/log-injection',
      family: 'files',
      severity: 'medium',
      title: 'Text of a request is written to a log as it is',
      why: 'Line breaks in it make up entries of the log.',
      remedy: 'Take line breaks out, or log it with repr().',
      cwe: [117],
    },
    {
      calls:
        'logging.info logging.warning logging.error logging.debug logging.critical .info .warning .error .debug .exception',
      when: (call) =>
        /^(logging|.*logger|.*getLogger\(\)|app\.logger|flask\.Flask\(\)\.logger)/i.test(call.name) &&
        allGiven(call).some((value) => isRequested(value, 0)),
    },
  ),
  factRule(
    {
      id: 'python/open-origin',
      family: 'network',
      severity: 'medium',
      title: 'Every site may read the answers, with the cookies of its visitor',
      why: 'A page of an attacker acts for whoever looks at it.',
      remedy: 'List the sites that are allowed.',
      cwe: [942],
    },
    function* (program) {
      for (const call of ['flask_cors.CORS', '.add_middleware'].flatMap(program.callsOf)) {
        const sites = call.keywords.get('origins')?.value ?? call.keywords.get('allow_origins')?.value
        const isEvery = [sites, ...(sites?.items ?? [])].some((site) => constantOf(site) === '*')
        const sendsCookies = ['supports_credentials', 'allow_credentials'].some((name) =>
          isTrue(call.keywords.get(name)?.value),
        )
        yield* spotOf(call.node, isEvery && sendsCookies)
      }
    },
  ),
]
