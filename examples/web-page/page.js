// Everything that a program says is shown as text, as a picture, or in a frame in which nothing runs.

/** @param {string} id */
const element = (id) => document.getElementById(id)
const [codeBox, runButton, stopButton] = [element('code'), element('run'), element('stop')]
const [output, eventList, notice] = [element('output'), element('events'), element('notice')]

/** The answer of our own server: the address of Anneal, a session, and a token for it. */
let access
/** The run that is followed: its id, its first moment, and the last event that was seen. */
let run
let source

async function getAccess() {
  const response = await fetch('/access', { method: 'POST' })
  if (!response.ok) throw new Error(await response.text())
  access = await response.json()
}

/** Calls Anneal itself, across origins: the token is all that opens it. */
async function call(path, body) {
  const headers = { authorization: `Bearer ${access.token}`, ...(body && { 'content-type': 'application/json' }) }
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
  const response = await fetch(access.server + path, init)
  const answer = await response.json()
  if (response.ok) return answer
  throw new Error(`${answer.error.message} ${answer.error.code === 'TOKEN_ENDED' ? '' : answer.error.hint}`.trim())
}

async function start() {
  notice.hidden = true
  setStatus('running')
  clearOutput()
  eventList.replaceChildren()
  try {
    if (!access) await getAccess()
    const { runId } = await call('/v1/runs', {
      ...{ session: access.session, code: codeBox.value, language: 'python', background: true },
    })
    run = { id: runId, startedAt: undefined, last: 0 }
    follow()
  } catch (error) {
    tell(error)
  }
}

/** A browser resumes a broken stream by itself; with a new token it is opened again behind the last event. */
function follow() {
  source?.close()
  const query = new URLSearchParams({ subject: `run:${run.id}`, after: run.last, token: access.token })
  source = new EventSource(`${access.server}/v1/events?${query}`)
  source.onmessage = ({ data }) => show(JSON.parse(data))
  source.onerror = () => source.readyState === EventSource.CLOSED && explain()
}

/** EventSource does not say why it was refused: an ordinary call does. */
async function explain() {
  try {
    await call(`/v1/sessions/${access.session}/history?limit=1`)
    tell(new Error('The stream of events ended.'))
  } catch (error) {
    tell(error)
  }
}

async function renew() {
  notice.hidden = true
  try {
    await getAccess()
    if (run && !run.hasEnded) {
      setStatus('running')
      follow()
    } else setStatus('ready')
  } catch (error) {
    tell(error)
  }
}

function show(event) {
  run.last = event.seq
  run.startedAt ??= event.at
  list(event)
  if (event.type === 'attempt.start' && event.attempt > 1) addText(`↻ attempt ${event.attempt}: ${event.why ?? ''}\n`)
  if (event.type === 'output.delta') addText(event.text, event.stream)
  if (event.type === 'value.shown') addValue(event.data)
  if (event.type === 'run.end') {
    run.hasEnded = true
    source.close()
    if (event.error) addText(`${event.error.message}\n`, 'stderr')
    setStatus(event.outcome)
  }
}

/** Text of one stream goes on in one element. */
function addText(text, stream = 'stdout') {
  const last = output.lastElementChild
  if (last?.className === stream) return last.append(text)
  const block = document.createElement('pre')
  block.className = stream
  block.textContent = text
  output.append(block)
}

const PICTURES = ['image/png', 'image/jpeg', 'image/svg+xml']

function addValue(data) {
  const type = PICTURES.find((each) => data[each])
  if (type) {
    const picture = document.createElement('img')
    // As a picture an SVG runs no script.
    picture.src = URL.createObjectURL(new Blob([bytesOf(type, data[type])], { type }))
    picture.alt = data['text/plain'] ?? 'a figure'
    output.append(picture)
  } else if (data['text/html']) {
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', '')
    frame.title = 'A value as HTML'
    frame.srcdoc = `<meta name="color-scheme" content="light dark">${data['text/html']}`
    output.append(frame)
  } else if (data['text/plain']) addText(`${data['text/plain']}\n`, 'value')
}

const bytesOf = (type, content) =>
  type === 'image/svg+xml' ? content : Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))

function list(event) {
  const about = event.stage ?? event.stream ?? event.outcome ?? event.endedBy ?? ''
  const row = document.createElement('li')
  const texts = {
    at: `${((event.at - run.startedAt) / 1000).toFixed(2)} s`,
    type: event.type,
    about: event.text ?? about,
  }
  for (const [name, text] of Object.entries(texts)) {
    const cell = document.createElement('span')
    cell.className = name
    cell.textContent = text
    row.append(cell)
  }
  eventList.append(row)
  eventList.scrollTop = eventList.scrollHeight
}

function clearOutput() {
  for (const picture of output.querySelectorAll('img')) URL.revokeObjectURL(picture.src)
  output.replaceChildren()
}

function setStatus(status) {
  const isRunning = status === 'running'
  const box = element('status')
  box.textContent = status
  box.className = `status ${['running', 'ok', 'ready'].includes(status) ? status : 'failed'}`
  runButton.disabled = isRunning
  stopButton.disabled = !isRunning
}

function tell(error) {
  source?.close()
  notice.querySelector('p').textContent = error.message
  notice.hidden = false
  setStatus('stopped')
}

function tick() {
  if (!access) return
  const left = Math.max(0, Math.ceil((access.expiresAt - Date.now()) / 1000))
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  element('access').textContent = `Token for one session · ${left ? `ends in ${time}` : 'has ended'}`
}

runButton.addEventListener('click', start)
stopButton.addEventListener('click', () => run && call(`/v1/runs/${run.id}/cancel`, {}).catch(tell))
element('renew').addEventListener('click', renew)
codeBox.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !runButton.disabled) start()
})
setInterval(tick, 250)
getAccess().catch(tell)
