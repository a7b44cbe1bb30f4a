import { createSocket, type Socket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import type { openSite, Site } from './site.ts'

/** Where a page may be led that no allow-list here has: other addresses of loopback and of private networks, in several spellings. */
export const PRIVATE_PLACES = [
  ...['127.0.0.2', '0.0.0.0', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '127.1'],
  ...['10.0.0.1', '172.16.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1', '[fd00::1]', '[fe80::1]'],
]

/** Counts whatever comes by UDP: QUIC and WebRTC would. */
export interface DatagramCanary {
  host: string
  seen(): number
  close(): void
}

export async function openDatagramCanary(): Promise<DatagramCanary> {
  const socket: Socket = createSocket('udp4')
  let seen = 0
  socket.on('message', () => {
    seen++
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    seen: () => seen,
    close: () => void socket.close(),
  }
}

/** Everything that a page can try to reach a host that it may not; each way tells whether it got through. */
const attack = (
  tcp: string,
  udp: string,
) => `<title>Attack</title><link rel="dns-prefetch" href="//${tcp}"><link rel="preconnect" href="http://${tcp}">
<link rel="prefetch" href="http://${tcp}/"><link rel="modulepreload" href="http://${tcp}/file.js"><link rel="stylesheet" href="http://${tcp}/">
<img src="http://${tcp}/"><script src="http://${tcp}/file.js"></script><object data="http://${tcp}/"></object><video src="http://${tcp}/"></video>
<iframe src="http://${tcp}/"></iframe><iframe src="/away"></iframe><iframe src="file:///etc/passwd"></iframe>
<iframe src="view-source:http://${tcp}/"></iframe><iframe src="chrome://version"></iframe>
<iframe src="data:text/html,<img src='http://${tcp}/'><script>fetch('http://${tcp}/')</script>"></iframe>
<iframe srcdoc="<img src='http://${tcp}/'>"></iframe><form id="form" method="post" action="http://${tcp}/" target="hidden"></form><iframe name="hidden"></iframe>
<script type="speculationrules">{"prefetch":[{"source":"list","urls":["http://${tcp}/"]}],"prerender":[{"source":"list","urls":["http://${tcp}/"]}]}</script><script>
form.submit()
const soon = (work) => Promise.race([work, new Promise((_, fail) => setTimeout(fail, 3000, 'late'))]).then((value) => 'through ' + value, () => 'held')
const text = (answer) => answer.ok ? answer.text() : Promise.reject()
const opened = (one) => new Promise((resolve, reject) => { one.onopen = resolve; one.onerror = reject })
const ways = {
  fetch: () => fetch('http://${tcp}/', { mode: 'no-cors' }).then((answer) => { if (!answer.ok && answer.type !== 'opaque') throw 0; return fetch('http://${tcp}/').then((real) => real.text()) }),
  redirect: () => fetch('/away').then(text),
  stream: () => opened(new EventSource('http://${tcp}/')),
  socket: () => opened(new WebSocket('ws://${tcp}/')),
  secureSocket: () => opened(new WebSocket('wss://${tcp}/')),
  quic: () => new WebTransport('https://${udp}/').ready,
  serviceWorker: () => navigator.serviceWorker.register('/sw.js').then((one) => one.active ?? Promise.reject()),
  worker: () => new Promise((resolve, reject) => { const one = new Worker('/sw.js'); one.onmessage = ({ data }) => data === 'held' ? reject() : resolve(data); one.onerror = reject }),
  rtc: () => new Promise((resolve, reject) => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: ['stun:${udp}', 'turn:${tcp}?transport=tcp'], username: 'a', credential: 'b' }] })
    peer.createDataChannel('x'); peer.onicecandidate = ({ candidate }) => candidate ? resolve(candidate.candidate) : reject()
    peer.createOffer().then((offer) => peer.setLocalDescription(offer)) }),
  proxy: () => fetch('http://127.0.0.1:3128/').then(text),
  file: () => fetch('file:///etc/hostname').then(text),
  privatePlaces: () => Promise.any(${JSON.stringify(PRIVATE_PLACES)}.map((place) => fetch('/to?' + place).then(text))),
}
window.attacks = async () => ({
  ...Object.fromEntries(await Promise.all(Object.entries(ways).map(async ([way, go]) => [way, await soon(Promise.resolve().then(go))]))),
  beacon: navigator.sendBeacon('http://${tcp}/', 'x') && 'held',
  frames: [...document.querySelectorAll('iframe')].map((frame) => { try { return frame.contentDocument?.body?.innerText ?? '' } catch { return '' } }).join(),
})</script>`

/** The pages of a site that attacks: `tcp` and `udp` are canaries that nobody may reach. */
export const attackPages = (tcp: string, udp: string): Parameters<typeof openSite>[0] => ({
  '/attack': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'alt-svc': `h3="${udp}"; ma=9999` })
    response.end(attack(tcp, udp))
  },
  '/away': (_, response) => {
    response.writeHead(302, { location: `http://${tcp}/` })
    response.end()
  },
  '/to': (request, response) => {
    response.writeHead(302, { location: `http://${request.url?.split('?')[1]}:${tcp.split(':')[1]}/` })
    response.end()
  },
  '/sw.js': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' })
    response.end(
      `self.oninstall = () => fetch('http://${tcp}/'); fetch('http://${tcp}/').then((a) => a.text()).then((a) => self.postMessage?.(a), () => self.postMessage?.('held'))`,
    )
  },
  '/large': (_, response) => {
    response.writeHead(200, { 'content-disposition': 'attachment; filename="large.bin"' })
    response.end(Buffer.alloc(3_000_000))
  },
})

/** The ways of an attack that did not end as they must. */
export function notHeld(found: Record<string, string>): string[] {
  const { frames = '', ...ways } = found
  const through = Object.entries(ways).flatMap(([way, word]) => (word === 'held' ? [] : [`${way}: ${word}`]))
  return /canary|root:|Chromium/.test(frames) ? [...through, `frames: ${frames}`] : through
}

/** Everything that reached a canary. */
export const reached = (tcp: Site, udp: DatagramCanary): (string | number)[] => [
  ...tcp.seen,
  ...(tcp.connections() > 0 ? [`${tcp.connections()} connections`] : []),
  ...(udp.seen() > 0 ? [`${udp.seen()} datagrams`] : []),
]
