import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { SocksProxy } from '../network.ts'
import { connectTo, endOfHead, get, startEgress, startOrigin, startSocketOrigin } from './egress.fixture.ts'

interface Asked {
  methods: number[]
  user?: string
  password?: string
  to: string
}

/** A SOCKS 5 proxy that knows one password, and leads every request to one port of this host. */
async function startSocks({ port, password, reply = 0 }: { port: number; password?: string; reply?: number }) {
  const asked: Asked[] = []
  const { port: own } = await startSocketOrigin((socket) => {
    void serve(socket).catch(() => socket.destroy())
  })
  async function serve(socket: Socket) {
    const bytes = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    const next = async () => (await bytes.next()).value as Buffer
    const methods = [...(await next()).subarray(2)]
    const method = password === undefined ? 0 : 2
    if (!methods.includes(method)) return void socket.end(Uint8Array.of(5, 255))
    socket.write(Uint8Array.of(5, method))
    const told: Partial<Asked> = { methods }
    if (method === 2) {
      const login = await next()
      const end = 2 + (login[1] ?? 0)
      told.user = login.subarray(2, end).toString()
      told.password = login.subarray(end + 1).toString()
      if (told.password !== password) return void socket.end(Uint8Array.of(1, 1))
      socket.write(Uint8Array.of(1, 0))
    }
    const wish = await next()
    asked.push({ ...(told as Asked), to: [...wish.subarray(3)].join('.') })
    // Two pieces, the second with an address of a third kind: a program on the way may cut it like this.
    socket.write(Uint8Array.of(5, reply))
    await new Promise((resolve) => setTimeout(resolve, 20))
    socket.write(Uint8Array.of(0, 3, 2, 97, 98, 0, 0))
    const origin = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    origin.on('error', () => socket.destroy())
    origin.pipe(socket)
    for (let piece = await bytes.next(); !piece.done; piece = await bytes.next()) origin.write(piece.value)
    origin.end()
  }
  return { asked, port: own }
}

const startBehind = (proxy: Partial<SocksProxy>, port: number) =>
  startEgress({
    ...{ allow: [], port },
    policy: {
      allow: [],
      internet: { allow: [], deny: ['9.9.9.9'], ceiling: ['*'] },
      proxy: { address: 'socks.example:1080', ...proxy },
    },
    resolve: async (host) => [
      host === 'socks.example' ? '93.184.215.14' : host === 'six.example' ? '2606:4700::1111' : '8.8.4.4',
    ],
  })

describe('a SOCKS proxy in front', () => {
  it('carries everything, to addresses that were looked up and checked here', async () => {
    const origin = await startOrigin((request, response) => response.end(`hello ${request.url}`))
    const socks = await startSocks({ port: origin.port })
    const { open, connects } = startBehind({}, socks.port)
    expect(await open().ask(get('http://any.example/path'))).toMatch(/hello \/path$/)
    expect(await open().ask(get('http://six.example:8080/'))).toMatch(/hello \/$/)
    const tunnel = open()
    expect(await tunnel.ask(connectTo('any.example:443'), endOfHead)).toMatch(/^HTTP\/1.1 200 /)
    expect(await tunnel.ask('GET /through HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/hello \/through$/)
    expect(connects.map(([address, port]) => `${address}:${port}`)).toEqual(Array(3).fill('93.184.215.14:1080'))
    const v6 = '4.38.6.71.0.0.0.0.0.0.0.0.0.0.0.17.17.31.144'
    expect(socks.asked.map(({ to }) => to)).toEqual(['1.8.8.4.4.0.80', v6, '1.8.8.4.4.1.187'])
  })

  it('gets user and password when it asks for them', async () => {
    const origin = await startOrigin((_, response) => response.end('hello'))
    const socks = await startSocks({ port: origin.port, password: 'pass word' })
    const right = startBehind({ username: 'ada', password: 'pass word' }, socks.port)
    expect(await right.open().ask(get('http://any.example/'))).toMatch(/hello$/)
    expect(socks.asked).toEqual([{ methods: [0, 2], user: 'ada', password: 'pass word', to: '1.8.8.4.4.0.80' }])
    for (const wrong of [{ username: 'ada', password: 'other' }, {}]) {
      const { open } = startBehind(wrong, socks.port)
      expect(await open().ask(get('http://any.example/'))).toMatch(/^HTTP\/1.1 502 /)
    }
  })

  it('lifts no denial, and its own refusals are reported', async () => {
    const origin = await startOrigin((_, response) => response.end('hello'))
    const socks = await startSocks({ port: origin.port, reply: 5 })
    const { open } = startBehind({}, socks.port)
    for (const host of ['9.9.9.9', '10.0.0.1'])
      expect(await open().ask(get(`http://${host}/`)), host).toMatch(/^HTTP\/1.1 403 /)
    expect(socks.asked).toEqual([])
    expect(await open().ask(get('http://any.example/'))).toMatch(/^HTTP\/1.1 502 /)
    const silent = await startSocketOrigin((socket) => void socket.end())
    expect(await startBehind({}, silent.port).open().ask(get('http://any.example/'))).toMatch(/^HTTP\/1.1 502 /)
  })

  it('is not connected to when it is on this host or its networks', async () => {
    const socks = await startSocks({ port: 1 })
    const { open, connects } = startEgress({
      ...{ allow: [], port: socks.port },
      policy: {
        allow: [],
        internet: { allow: [], deny: [], ceiling: ['*'] },
        proxy: { address: 'inside.example:1080' },
      },
      resolve: async (host) => [host === 'inside.example' ? '10.0.0.9' : '8.8.4.4'],
    })
    expect(await open().ask(get('http://any.example/'))).toMatch(/^HTTP\/1.1 403 /)
    expect(connects).toEqual([])
  })
})
