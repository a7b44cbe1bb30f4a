const net = require('node:net')
const { createInterrupts } = require('./interrupts.cjs')
const { prepareGlobals } = require('./prepare-globals.cjs')
const { readCell } = require('./read-cell.cjs')
const { createRequests } = require('./requests.cjs')
const { createSession } = require('./session.cjs')
const { createStates } = require('./states.cjs')
const { tell } = require('./tell.cjs')

const REQUESTS = 3

/** Serves requests until its input ends. */
async function main({ language }) {
  const session = createSession()
  const world = prepareGlobals(session)
  const states = createStates({ session, world })
  const hasTypes = language === 'typescript'
  const requests = createRequests({ session, world, hasTypes, states })
  let turn
  const interrupts = createInterrupts(() => close(turn.status ?? requests.abandon()))
  const close = (answer) => {
    interrupts.close(turn.id)
    tell({ type: 'done', ...(typeof answer === 'string' ? { status: answer } : answer) })
  }
  const onRequest = async (request) => {
    const own = { id: request.id }
    turn = own
    interrupts.begin(own.id)
    own.status = await requests.answer(request)
    // An abandoned cell may end while another one runs.
    if (turn === own && interrupts.end(own.id)) close(own.status)
  }
  // Loading the compiler takes a tenth of a second, which no cell should have to wait for.
  readCell('let warm = 1', { hasTypes })
  await interrupts.isReady
  readLines(new net.Socket({ fd: REQUESTS, readable: true, writable: false }), (line) => onRequest(JSON.parse(line)))
  states.begin()
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
  socket.on('end', () => process.kill(process.pid, 'SIGKILL'))
}

module.exports = { main }
