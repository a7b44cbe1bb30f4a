import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
// Outside of this repository: from 'anneal/react', and 'anneal/react/indicator.css'.
import { ReflectionIndicator, useReflectionOf, useReflectionState } from '../../src/react/react.ts'
import '../../src/react/indicator.css'
import './page.css'

const PROGRAM = `import time

numbers = [70, 80, 90]
time.sleep(1)
print("average:", sum(numbres) / len(numbers))
`

/** Events of a run, one JSON text per line, as our server passes them on. */
async function* eventsOf(code, onEvent) {
  const response = await fetch('/run', { method: 'POST', body: code })
  if (!response.ok) throw new Error(await response.text())
  let rest = ''
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n')
    rest = lines.pop()
    for (const line of lines) {
      const event = JSON.parse(line)
      onEvent(event)
      yield event
    }
  }
}

function Status({ stream }) {
  return <ReflectionIndicator {...useReflectionOf(stream)} label="program" />
}

function ByStream() {
  const [code, setCode] = useState(PROGRAM)
  const [stream, setStream] = useState()
  const [output, setOutput] = useState('')
  const run = () => {
    setOutput('')
    const hear = (event) => {
      if (event.type === 'output.delta' && event.stream === 'stdout') setOutput((before) => before + event.text)
      if (event.type === 'run.end') setOutput((before) => `${before}${event.outcome}\n`)
    }
    setStream(eventsOf(code, hear))
  }
  return (
    <section aria-labelledby="by-stream">
      <h2 id="by-stream">Driven by the events of a run</h2>
      <textarea aria-label="Python program" rows={6} value={code} onChange={(event) => setCode(event.target.value)} />
      <div className="row">
        <button type="button" onClick={run}>
          Run
        </button>
        {stream && <Status stream={stream} />}
      </div>
      {output !== '' && <pre>{output}</pre>}
    </section>
  )
}

function ByHand() {
  const reflection = useReflectionState()
  return (
    <section aria-labelledby="by-hand">
      <h2 id="by-hand">Set by hand</h2>
      <div className="row">
        <button type="button" onClick={() => reflection.setThinking('reading the file')}>
          Think
        </button>
        <button type="button" onClick={() => reflection.setAutoCorrect(2)}>
          Correct, 2 of 3
        </button>
        <button type="button" onClick={() => reflection.setExecuting()}>
          Run
        </button>
        <button type="button" onClick={() => reflection.setExecuting(0.4)}>
          Run, 40 %
        </button>
        <button type="button" onClick={() => reflection.setIdle()}>
          Rest
        </button>
      </div>
      <ReflectionIndicator {...reflection} size="card" label="import" />
    </section>
  )
}

createRoot(document.getElementById('page')).render(
  <StrictMode>
    <h1>The state of a run, in React</h1>
    <ByStream />
    <ByHand />
  </StrictMode>,
)
