import { type IncomingMessage, request as requestInside } from 'node:http'
import type { Duplex } from 'node:stream'
import { answerProblem } from './answer-problem.ts'
import { carryAnswer, fail, type PortVisit } from './carry-request.ts'
import { headersForInside, headersForOutside } from './forward-headers.ts'

export interface UpgradeVisit extends PortVisit {
  socket: Duplex
  /** Bytes that came right behind the head of the request. */
  head: Buffer
}

/** Connects a visitor and a server inside by WebSocket, if the server agrees. */
export async function carryUpgrade(visit: UpgradeVisit): Promise<void> {
  const { request, response, socket, machine, port, host } = visit
  const connection = await visit.dial(machine, port)
  if ('status' in connection) return answerProblem(request, response, connection)
  if (socket.destroyed) return void connection.destroy()
  socket.once('close', () => connection.destroy())
  const mask = machine.info.network.maskRequestHost
  const outgoing = requestInside({
    createConnection: () => connection,
    setHost: false,
    method: 'GET',
    path: request.url,
    headers: [...headersForInside(request, { host, mask, port }), 'Connection', 'Upgrade', 'Upgrade', 'websocket'],
  })
  outgoing.once('response', (answer) => carryAnswer(answer, response))
  outgoing.once('upgrade', (answer, inside, head) => {
    response.detachSocket(socket as Parameters<typeof response.detachSocket>[0])
    // The line below sends the head; this call tells observers of the answer that it has begun.
    response.writeHead(101)
    // Observers of the answer's end wait for the end of the conversation.
    socket.once('close', () => response.emit('close'))
    socket.write(headOf(answer))
    join({ stream: socket, head: visit.head }, { stream: inside, head })
  })
  outgoing.once('error', () => fail(visit))
  outgoing.end()
}

function headOf(answer: IncomingMessage): string {
  const lines = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: websocket']
  const headers = headersForOutside(answer.rawHeaders)
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}

interface End {
  stream: Duplex
  head: Buffer
}

/** Closing one end closes the other. */
function join(outside: End, inside: End): void {
  for (const [from, to] of [
    [outside, inside],
    [inside, outside],
  ] as const) {
    if (from.head.length > 0) to.stream.write(from.head)
    from.stream.on('error', () => from.stream.destroy())
    from.stream.once('close', () => to.stream.destroy())
    from.stream.pipe(to.stream)
  }
}
