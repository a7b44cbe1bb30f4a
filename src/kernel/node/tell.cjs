const fs = require('node:fs')
const { Writable } = require('node:stream')

const TELLINGS = 4
const ACKNOWLEDGEMENTS = 6

function writeAll(descriptor, bytes) {
  for (let at = 0; at < bytes.length; ) at += fs.writeSync(descriptor, bytes, at)
}

/** One event to the relay, which adds the number of the request. */
function tell(event) {
  writeAll(TELLINGS, Buffer.from(`${JSON.stringify(event)}\n`))
}

const acknowledged = Buffer.alloc(1)
/** Comes back when all that was printed and told so far is on its way to the host, in that order. */
function settle() {
  tell({ type: 'settle' })
  fs.readSync(ACKNOWLEDGEMENTS, acknowledged)
}

let lastPrinted
/**
 * Node's own streams would make the pipe non-blocking, also for the programs that inherit it. The two pipes are read
 * apart: only by settling in between does the reader learn which of them was written first.
 */
function printStream(descriptor) {
  const stream = new Writable({
    decodeStrings: true,
    write(chunk, _encoding, callback) {
      if (lastPrinted !== descriptor && lastPrinted !== undefined) settle()
      lastPrinted = descriptor
      writeAll(descriptor, chunk)
      callback()
    },
  })
  // A program that ends its output must not end that of the next cell.
  stream.end = (chunk) => {
    if (chunk !== undefined) stream.write(chunk)
    return stream
  }
  stream.destroy = () => stream
  return Object.assign(stream, { fd: descriptor, isTTY: false })
}

/** What was printed belongs before the event, and what will be printed behind it. */
function tellInOrder(event) {
  tell(event)
  if (lastPrinted !== undefined) settle()
  lastPrinted = undefined
}

module.exports = { tell, tellInOrder, printStream }
