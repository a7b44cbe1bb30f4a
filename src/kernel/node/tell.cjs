const fs = require('node:fs')
const { Writable } = require('node:stream')

const TELLINGS = 4
const ACKNOWLEDGEMENTS = 6

function writeAll(descriptor, bytes) {
  for (let at = 0; at < bytes.length; ) at += fs.writeSync(descriptor, bytes, at)
}

/**
 * Sends one event to the relay, which adds the number of the request. An interrupt may end this anywhere, so that half a line
 * is left: the line break in front keeps the next one whole.
 */
function tell(event) {
  writeAll(TELLINGS, Buffer.from(`\n${JSON.stringify(event)}\n`))
}

let settled = 0
const acknowledged = Buffer.alloc(4)
/** Returns when all output and events so far are on their way to the host, in that order. */
function settle() {
  const number = ++settled
  tell({ type: 'settle', number })
  // An answer to an interrupted call may still be in the pipe.
  do fs.readSync(ACKNOWLEDGEMENTS, acknowledged)
  while (acknowledged.readUInt32LE() !== number)
}

let lastPrinted
/** Prints in order: the two pipes are read apart, and only settling in between tells the reader which was written first. */
function print(descriptor, bytes) {
  if (lastPrinted !== descriptor && lastPrinted !== undefined) settle()
  lastPrinted = descriptor
  writeAll(descriptor, bytes)
}

/**
 * A stream over a descriptor. Node's own streams would make the pipe non-blocking, also for the programs that inherit it.
 * Nothing is kept between two calls of `write`: a stream that is interrupted inside of its own bookkeeping is silent for ever.
 */
function printStream(descriptor) {
  const stream = new Writable()
  stream.write = (chunk, encoding, callback) => {
    print(descriptor, typeof chunk === 'string' ? Buffer.from(chunk, encodingOf(encoding)) : chunk)
    const done = typeof encoding === 'function' ? encoding : callback
    if (done) process.nextTick(done)
    return true
  }
  // A program that ends its output must not end that of the next cell.
  stream.end = (chunk) => {
    if (chunk !== undefined && chunk !== null) stream.write(chunk)
    return stream
  }
  stream.destroy = () => stream
  return Object.assign(stream, { fd: descriptor, isTTY: false })
}

const encodingOf = (encoding) => (typeof encoding === 'string' ? encoding : 'utf8')

/** Sends an event between the output before it and the output after it. */
function tellInOrder(event) {
  tell(event)
  if (lastPrinted !== undefined) settle()
  lastPrinted = undefined
}

module.exports = { tell, tellInOrder, printStream }
