/** One operation of the OpenAPI document, as far as the client needs it. */
interface Operation {
  operationId: string
  summary: string
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Record<string, unknown> }
  responses: Record<string, { content?: Record<string, unknown> }>
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
/** Words of Python that are names of parameters. */
const KEYWORDS = new Set(['from', 'in', 'is', 'not', 'as', 'global', 'import', 'class', 'def', 'with'])
const parameter = (name: string): string => (KEYWORDS.has(name) ? `${name}_` : snake(name))

/** The Python client for a document: one method for each operation, over the standard library alone. */
export function pythonClient(document: ApiDocument): string {
  const methods = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => methodText(path, method.toUpperCase(), operation)),
  )
  return `${HEAD}${methods.join('\n')}`
}

function methodText(path: string, method: string, operation: Operation): string {
  const inPath = operation.parameters.filter((one) => one.in === 'path')
  const inQuery = operation.parameters.filter((one) => one.in === 'query')
  const types = Object.keys(operation.requestBody?.content ?? {})
  const body = types.includes('application/json') ? 'body' : types.length > 0 ? 'content' : undefined
  const required = inQuery.filter((one) => one.required)
  const optional = inQuery.filter((one) => !one.required)
  const taken = [
    ...['self', ...inPath.map(({ name }) => parameter(name)), ...(body ? [body] : [])],
    ...(inQuery.length > 0 ? ['*'] : []),
    ...required.map(({ name }) => parameter(name)),
    ...optional.map(({ name }) => `${parameter(name)}=None`),
  ]
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => `{_part(${parameter(name)})}`)
  const query = inQuery.map(({ name }) => `"${name}": ${parameter(name)}`).join(', ')
  const given = [
    ...[`"${method}"`, `${filled === path ? '' : 'f'}"${filled}"`],
    ...(inQuery.length > 0 ? [`query={${query}}`] : []),
    ...(body ? [`${body}=${body}`] : []),
  ]
  return `
    def ${snake(operation.operationId)}(${taken.join(', ')}):
        """${operation.summary}."""
        return self._call(${given.join(', ')})
`
}

const HEAD = `"""A client for Anneal, over the standard library alone.

Made from the OpenAPI document by "npm run docs"; do not change it by hand.

    from anneal import Anneal
    anneal = Anneal("http://127.0.0.1:4400", key)
    run = anneal.create_run({"language": "python", "code": "print(6 * 7)"})
    print(run["outcome"], run["blocks"][0]["attempts"][-1]["stdout"])
"""

import json
import urllib.error
import urllib.parse
import urllib.request

__all__ = ["Anneal", "AnnealError"]


class AnnealError(Exception):
    """A refusal of the server: code, message, hint, and whether trying again can help."""

    def __init__(self, status, error):
        super().__init__(f"{error.get('message', status)} {error.get('hint', '')}".strip())
        self.status = status
        self.code = error.get("code", "")
        self.hint = error.get("hint", "")
        self.retry = bool(error.get("retry", False))


def _part(value):
    return urllib.parse.quote(str(value), safe="")


def _word(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read(answer):
    """JSON as values, everything else as bytes."""
    content = answer.read()
    if answer.headers.get_content_type() == "application/json":
        return json.loads(content)
    return content or None


def _events(answer):
    """The events of a stream, each as soon as it comes."""
    with answer:
        for line in answer:
            if line.startswith(b"data:"):
                yield json.loads(line[5:])


def _error(refusal):
    try:
        return json.loads(refusal.read()).get("error", {})
    except ValueError:
        return {}


class Anneal:
    def __init__(self, url, key, timeout=300):
        self._url = url.rstrip("/")
        self._key = key
        self._timeout = timeout

    def _call(self, method, path, query=None, body=None, content=None):
        told = {name: _word(value) for name, value in (query or {}).items() if value is not None}
        url = self._url + path + ("?" + urllib.parse.urlencode(told) if told else "")
        headers = {"Authorization": "Bearer " + self._key, "Accept": "*/*"}
        data = content
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        elif content is not None:
            headers["Content-Type"] = "application/octet-stream"
        request = urllib.request.Request(url, data=data, headers=headers, method=method)
        try:
            answer = urllib.request.urlopen(request, timeout=self._timeout)
        except urllib.error.HTTPError as refusal:
            with refusal:
                raise AnnealError(refusal.code, _error(refusal)) from None
        if answer.headers.get_content_type() == "text/event-stream":
            return _events(answer)
        with answer:
            return _read(answer)
`
