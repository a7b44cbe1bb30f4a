const net = require('node:net')
const { createInterrupts } = require('./interrupts.cjs')
const { prepareGlobals } = require('./prepare-globals.cjs')
const { readCell } = require('./read-cell.cjs')
const { createRequests } = require('./requests.cjs')
const { createSession } = require('./session.cjs')
const { tell } = require('./tell.cjs')

const REQUESTS = 3

/** Serves requests until its input ends. */
async function main({ language }) {
  const session = createSession()
  const world = prepareGlobals(session)
  const hasTypes = language === 'typescript'
  const requests = createRequests({ session, world, hasTypes })
  const interrupts = createInterrupts(requests.interrupt)
  // Loading the compiler takes a tenth of a second, which no cell should have to wait for.
  readCell('let warm = 1', { hasTypes })
  await interrupts.isReady
  const onRequest = async (request) => {
    interrupts.begin(request.id)
    const status = await requests.answer(request)
    interrupts.end(request.id)
    tell({ type: 'done', status })
  }
  readLines(new net.Socket({ fd: REQUESTS, readable: true, writable: false }), (line) => onRequest(JSON.parse(line)))
  tell({ type: 'ready', language, version: process.versions.node })
}

function readLines(socket, onLine) {
  let rest = []
  socket.on('data', (bytes) => {
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10)) {
      const line = Buffer.concat([...rest, bytes.subarray(0, end)]).toString()
      rest = []
      bytes = bytes.subarray(end + 1)
      onLine(line)
    }
    rest.push(bytes)
  })
  socket.on('end', () => process.reallyExit(0))
}

module.exports = { main }
