import { deserializeMessage, type JSONRPCMessage } from '@modelcontextprotocol/client'

const MOST_MESSAGE_BYTES = 10_000_000
/** Lines that are no protocol are passed over, as other clients do, but not without end. */
const MOST_NOISE_BYTES = 65_536
const NEWLINE = 10
const BRACE = 123

/**
 * Splits the output of an untrusted program into messages, one in each line. Gives a function that takes the next bytes, and throws for a
 * program that writes too much of anything else.
 */
export function readMessages(onMessage: (message: JSONRPCMessage) => void): (bytes: Uint8Array) => void {
  let pieces: Uint8Array[] = []
  let length = 0
  let noise = 0
  const ignore = (bytes: number) => {
    noise += bytes
    if (noise > MOST_NOISE_BYTES) throw new Error('it writes no protocol')
  }
  const take = (line: Uint8Array) => {
    if (line[0] !== BRACE) return ignore(line.byteLength + 1)
    let message: JSONRPCMessage
    try {
      message = deserializeMessage(Buffer.from(line).toString())
    } catch {
      return ignore(line.byteLength + 1)
    }
    noise = 0
    onMessage(message)
  }
  return (bytes) => {
    let rest = bytes
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      take(length === 0 ? rest.subarray(0, end) : Buffer.concat([...pieces, rest.subarray(0, end)]))
      pieces = []
      length = 0
      rest = rest.subarray(end + 1)
    }
    if (rest.byteLength === 0) return
    pieces.push(rest.slice())
    length += rest.byteLength
    if (length > MOST_MESSAGE_BYTES) throw new Error(`it writes a message of more than ${MOST_MESSAGE_BYTES} bytes`)
  }
}
