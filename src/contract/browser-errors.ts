import { row } from './error-row.ts'

const near = (nearest: string): string => (nearest === '' ? '' : ` Nearest there: ${nearest}.`)

/** Failures of browsers and their pages. */
export const browserErrors = {
  BROWSER_UNAVAILABLE: row(501, false, (d: { reason: string; remedy: string }) => [
    `There is no browser: ${d.reason.replace(/\.$/, '')}.`,
    d.remedy,
  ]),
  BROWSER_LIMIT: row(429, true, (d: { limit: number }) => [
    `You have ${d.limit} browsers open, and no user may have more.`,
    'Close one with the action browser.close, wait until an idle one ends, or raise ANNEAL_BROWSERS_PER_USER.',
  ]),
  BROWSER_NOT_OPEN: row(409, false, (_: object) => [
    'No page is open in this session.',
    'Open one with the action browser.open: with a "url", or without to go on with the tabs of a browser that was not closed.',
  ]),
  BROWSER_CRASHED: row(500, true, (d: { reason: string }) => [
    `The browser ended: ${d.reason.replace(/\.$/, '')}.`,
    'The session goes on: the next browser.open starts another, with the cookies that were saved.',
  ]),
  PAGE_CRASHED: row(500, true, (d: { url: string }) => [
    `The page ${d.url} crashed, and its tab is closed.`,
    'The browser goes on: open the page again with browser.open, or another one.',
  ]),
  TAB_NOT_FOUND: row(404, false, (d: { tab: string; known: string }) => [
    `There is no tab ${d.tab}.`,
    `Open now: ${d.known || 'none'}.`,
  ]),
  ADDRESS_REFUSED: row(403, false, (d: { url: string; reason: string }) => [
    `${d.url} is not opened: ${d.reason.replace(/\.$/, '')}.`,
    'Browsers open http and https pages of hosts in the allow-list: name the host in network.allow of the session, or of browser.open.',
  ]),
  PAGE_UNREACHABLE: row(502, true, (d: { url: string; reason: string }) => [
    `${d.url} did not open: ${d.reason.replace(/\.$/, '')}.`,
    'Look whether the address is right and its server answers, or give the action more timeoutMs.',
  ]),
  ELEMENT_NOT_FOUND: row(404, false, (d: { target: string; nearest: string }) => [
    `Nothing on the page fits ${d.target}.${near(d.nearest)}`,
    'Use one of these references, or look at the page with browser.snapshot.',
  ]),
  REFERENCE_GONE: row(404, false, (d: { ref: string; reason: string; nearest: string }) => [
    `The reference ${d.ref} is gone: ${d.reason.replace(/\.$/, '')}. Nothing was done.${near(d.nearest)}`,
    'Look at the page again with browser.snapshot: references last as long as their page.',
  ]),
  ELEMENT_AMBIGUOUS: row(409, false, (d: { target: string; count: number; nearest: string }) => [
    `${d.count} elements fit ${d.target}.${near(d.nearest)}`,
    'Use the reference of one of them, or say which with "nth".',
  ]),
  ELEMENT_NOT_READY: row(409, true, (d: { target: string; reason: string; nearest: string }) => [
    `${d.target} cannot be used: ${d.reason.replace(/\.$/, '')}.${near(d.nearest)}`,
    'Wait for it with browser.wait, close whatever lies over it, or use another element.',
  ]),
  SCRIPT_FAILED: row(409, false, (d: { reason: string }) => [
    `The script failed in the page: ${d.reason.replace(/\.$/, '')}.`,
    'Correct the script; it runs in the page as an expression or a function.',
  ]),
  BROWSER_TIMEOUT: row(504, true, (d: { what: string; timeoutMs: number; nearest: string }) => [
    `${d.what} did not end within ${d.timeoutMs} ms.${near(d.nearest)}`,
    'Give it more timeoutMs, or look at the page with browser.snapshot.',
  ]),
}
