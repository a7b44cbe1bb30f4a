import { row } from './error-row.ts'

/** Requests that are refused before their content is looked at. */
export const requestErrors = {
  MALFORMED_REQUEST: row(400, false, (d: { reason: string }) => [
    `What was sent is no HTTP request: ${d.reason}.`,
    'Send HTTP/1.1, without TLS unless a proxy in front of the server takes it off.',
  ]),
  EXPECTATION_UNMET: row(417, false, (d: { expectation: string }) => [
    `The request expects "${d.expectation}", which this server does not do.`,
    'Leave the header "Expect" out, or send "100-continue".',
  ]),
  METHOD_UNKNOWN: row(501, false, (d: { method: string }) => [
    `"${d.method}" is no method of HTTP.`,
    'Use one of those that GET /docs lists.',
  ]),
  REQUEST_TIMEOUT: row(408, true, (_: object) => [
    'The request was not sent whole in the time there is for it.',
    'Send head and body without long pauses.',
  ]),
  HEADERS_TOO_LARGE: row(431, false, (_: object) => [
    'The head of the request is larger than 16 KB.',
    'Send shorter headers and a shorter path.',
  ]),
  INVALID_JSON: row(400, false, (d: { reason: string }) => [
    `The body is not valid JSON: ${d.reason}.`,
    'Send one JSON object, encoded as UTF-8.',
  ]),
  INVALID_REQUEST: row(400, false, (d: { problems: string[]; meant?: string }) => [
    `The request does not fit: ${d.problems.join('; ')}.`,
    `${d.meant ?? 'Correct the named fields'}; /docs lists what each route takes.`,
  ]),
  UNAUTHENTICATED: row(401, false, (d: { reason: string }) => [
    `No valid API key: ${d.reason}.`,
    'Send "Authorization: Bearer KEY"; make a key with "anneal keys add".',
  ]),
  SIGN_IN_REFUSED: row(401, false, (d: { reason: string }) => [
    `This does not sign you in: ${d.reason}.`,
    'Paste a key of this server, or use the link that it prints when it starts.',
  ]),
  SIGNED_OUT: row(401, false, () => [
    'This browser is not signed in to the console, or no longer.',
    'Open /sign-in and paste a key, or use the link that the server printed when it started.',
  ]),
  FORBIDDEN: row(403, false, (d: { what: string }) => [
    `This key may not ${d.what}.`,
    'Use a key made with "anneal keys add USER --admin".',
  ]),
  SCOPE_TOO_NARROW: row(403, false, (d: { scope: string; needed: string }) => [
    `This key has the scope ${d.scope}, and this call needs ${d.needed}.`,
    'Use another key; an admin makes one with "anneal keys add USER --scope SCOPE".',
  ]),
  TOKEN_ENDED: row(401, false, (d: { reason: string }) => [
    `This token opens nothing any more: ${d.reason}.`,
    'Ask the server that gave it for a new one; whoever holds a key makes it with POST /v1/tokens.',
  ]),
  TOKEN_TOO_NARROW: row(403, false, (d: { opens: string; rights: string; why: string }) => [
    `This token opens ${d.opens} (${d.rights}) and nothing else: ${d.why}.`,
    'Call this with a key, from a server of yours, or have a token made for it.',
  ]),
  TOKEN_NOT_FOUND: row(404, false, (d: { tokenId: string }) => [
    `There is no token ${d.tokenId}.`,
    'List those that are open with GET /v1/tokens.',
  ]),
  TOKENS_FULL: row(429, true, (d: { tokens: number; setting: string }) => [
    `This user has ${d.tokens} open tokens, and may have no more.`,
    `Revoke some, make them for a shorter time, or raise ${d.setting}.`,
  ]),
  REPEAT_DIFFERS: row(422, false, (d: { key: string }) => [
    `The Idempotency-Key "${d.key}" stands for another request of yours.`,
    'Send the same request with it, or choose a new key for a new request.',
  ]),
  REPEAT_UNDER_WAY: row(409, true, (d: { key: string; retryAfterS: number }) => [
    `The first request with the Idempotency-Key "${d.key}" is not answered yet.`,
    `Send it again in ${d.retryAfterS} s or later: its answer comes then.`,
  ]),
  REPEAT_UNANSWERED: row(409, false, (d: { key: string }) => [
    `The server was interrupted while it answered the request with the Idempotency-Key "${d.key}": it may have taken effect.`,
    'Look whether it did; then send it with a new key if it did not.',
  ]),
  WEBHOOK_REFUSED: row(403, false, (d: { host: string }) => [
    `Webhooks are not sent to ${d.host}: it is not at a public address.`,
    'Use a public address, or have the operator list the host in ANNEAL_WEBHOOK_PRIVATE_HOSTS.',
  ]),
  WEBHOOK_NOT_FOUND: row(404, false, (d: { runId: string }) => [
    `Run ${d.runId} has no webhook.`,
    'Give one with the request of a run: "webhook": {"url": "https://…"}.',
  ]),
  HOST_REFUSED: row(403, false, (d: { host: string }) => [
    `Requests for host "${d.host}" are refused.`,
    'Use the address the server printed, or list the name in ANNEAL_ALLOWED_HOSTS.',
  ]),
  ORIGIN_REFUSED: row(403, false, (d: { origin: string }) => [
    `Requests from the web page "${d.origin}" are refused.`,
    'List the origin in ANNEAL_ALLOWED_ORIGINS if you trust that page.',
  ]),
}
