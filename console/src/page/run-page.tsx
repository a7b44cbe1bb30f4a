import type { DetectResult } from 'anneal-contract/detect.ts'
import type { RunRequest } from 'anneal-contract/run.ts'
import { useCallback, useEffect, useState } from 'react'
import { call, type Failure } from '../api/api.ts'
import { asFailure } from '../api/use-load.ts'
import { Icon } from '../part/icon.tsx'
import { FailureNote } from '../part/state.tsx'
import { countText } from '../part/words.ts'
import { Link } from '../route/link.tsx'
import { go, usePlace } from '../route/router.ts'
import { Code } from '../run/code.tsx'
import { RunHead } from '../run/run-head.tsx'
import { cancelRun, useRun } from '../run/run-store.ts'
import { requestOf, startRun } from '../run/start-run.ts'
import { Story } from '../run/story.tsx'
import { watchRun } from '../shell/going.tsx'
import { EXAMPLES } from './run-examples.ts'

const LANGUAGES = [
  'python',
  'javascript',
  'typescript',
  'bash',
  'sql',
  'ruby',
  'perl',
  'lua',
  'php',
  'r',
  'go',
  'c',
  'cpp',
  'java',
  'rust',
]
const GUESS_MS = 300
let lastText = EXAMPLES[0]?.text ?? ''
/** Whether the text is somebody's own; only an untouched one gives way to the program of a run that a link leads to. */
let isOwnText = false

/** Paste, press one key, and watch a program heal. */
export function RunPage() {
  const { query } = usePlace()
  const runId = query.get('run')
  const [text, setText] = useState(lastText)
  const [language, setLanguage] = useState('')
  const [options, setOptions] = useState<NonNullable<RunRequest['options']>>({})
  const [failure, setFailure] = useState<Failure>()
  const [isStarting, setStarting] = useState(false)
  const guess = useGuess(text)
  const show = useCallback((id: string) => go(`/?run=${id}`), [])
  const run = useCallback(() => {
    if (lastText.trim() === '') return
    isOwnText = true
    setStarting(true)
    setFailure(undefined)
    inputOf(lastText, language)
      .then((input) => startRun({ ...input, options: { performance: true, ...showing(input), ...options } }))
      .then(show)
      .catch((error) => setFailure(asFailure(error)))
      .finally(() => setStarting(false))
  }, [language, options, show])
  const write = useCallback((value: string) => {
    lastText = value
    isOwnText = true
    setText(value)
  }, [])
  const showRequest = useCallback(({ text: asked, code = asked }: RunRequest) => {
    if (isOwnText || code === undefined) return
    lastText = code
    setText(code)
  }, [])
  return (
    <div className="run-page" data-started={runId !== null}>
      <section className="panel run-write" aria-label="Your code">
        <header>
          <div className="row">
            <h1 className="only-heard">Run</h1>
            <select aria-label="Language" value={language} onChange={(event) => setLanguage(event.target.value)}>
              <option value="">{guess === undefined ? 'Guess: …' : `Guess: ${guessText(guess, text)}`}</option>
              {LANGUAGES.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
            <RunOptions options={options} onChange={setOptions} />
          </div>
          <button type="button" className="main" onClick={run} disabled={isStarting || text.trim() === ''}>
            <Icon name="run" /> Run <kbd>Ctrl ⏎</kbd>
          </button>
        </header>
        <Code
          label="Code, or an answer with code in it"
          value={text}
          language={language || guess?.blocks[0]?.language}
          onChange={write}
          onRun={run}
        />
        <footer className="row run-examples">
          <span className="quiet-text small">Try:</span>
          {EXAMPLES.map((each) => (
            <button key={each.name} type="button" className="quiet small" onClick={() => write(each.text)}>
              {each.name}
            </button>
          ))}
        </footer>
      </section>
      <div className="stack run-story">
        {failure && <FailureNote failure={failure} />}
        {runId === null ? <Welcome /> : <LiveRun key={runId} id={runId} onRun={show} onRequest={showRequest} />}
      </div>
    </div>
  )
}

function LiveRun({
  id,
  onRun,
  onRequest,
}: {
  id: string
  onRun(id: string): void
  onRequest(request: RunRequest): void
}) {
  const view = useRun(id)
  const request = requestOf(view)
  const isKnown = request !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the request of a run never changes, and is told once.
  useEffect(() => {
    if (request) onRequest(request)
  }, [isKnown, onRequest])
  const isGoing = view.run.state === 'running' && !view.failure
  useEffect(() => watchRun(id), [id])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && isGoing && !document.querySelector('dialog[open]'))
        void cancelRun(id).catch(() => undefined)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [id, isGoing])
  const hasChanges = view.run.blocks.some(
    ({ attempts, suggestion, findings }) => attempts.length > 1 || suggestion || findings.length > 0,
  )
  const hasNone = view.run.blocks.length === 0 && view.run.state === 'ended'
  if (view.failure) return <FailureNote failure={view.failure} />
  return (
    <>
      <RunHead view={view} onAgain={onRun} />
      <Story view={view} onRun={onRun} showsCode={hasChanges || view.run.blocks.length > 1 || hasNone} />
      <Link href={`/runs/${id}`} className="small">
        Open this run on its own: timeline, log, graph
      </Link>
    </>
  )
}

function Welcome() {
  return (
    <section className="welcome stack" aria-label="How it works">
      <h2>Watch a program heal</h2>
      <p className="quiet-text">
        Paste a program, or a whole answer of a model, and press <b>Run</b>. Its code is found, looked at for dangers,
        run in a real sandbox, and where it fails: understood, corrected and run again, at most three times. Every step
        shows here as it happens.
      </p>
      <p className="quiet-text">The program that stands there misspells a name. Run it as it is, and see.</p>
    </section>
  )
}

function RunOptions({
  options,
  onChange,
}: {
  options: NonNullable<RunRequest['options']>
  onChange(options: NonNullable<RunRequest['options']>): void
}) {
  return (
    <>
      <select
        aria-label="Repair"
        value={options.repair ?? ''}
        onChange={(event) => {
          const { repair: _, ...rest } = options
          const repair = event.target.value as 'safe' | 'bold' | 'off' | ''
          onChange(repair === '' ? rest : { ...rest, repair })
        }}
      >
        <option value="">Repair: usual</option>
        <option value="safe">Repair: safe</option>
        <option value="bold">Repair: bold</option>
        <option value="off">Repair: off</option>
      </select>
      <label className="check">
        <input
          type="checkbox"
          checked={options.tests === true}
          onChange={(event) => onChange({ ...options, tests: event.target.checked })}
        />
        Tests
      </label>
    </>
  )
}

function guessText({ blocks }: DetectResult, text: string): string {
  const runs = blocks.filter(({ executable }) => executable)
  if (runs.length > 1) return countText(runs.length, 'block')
  return runs[0]?.language ?? wholeProgram({ blocks }, text) ?? 'no code yet'
}

/** The language of a text that is one program, even one that an answer would not be believed to mean: it is in an editor here. */
function wholeProgram({ blocks: [first, ...others] }: DetectResult, text: string): string | undefined {
  const isWhole = first && others.length === 0 && first.start === 0 && first.end >= text.trimEnd().length
  return isWhole ? LANGUAGES.find((name) => name === first.language) : undefined
}

/** The value of the last line is shown where programs have one: asked of another language, the server refuses the run. */
const showing = ({ language = 'python' }: RunRequest) => (language === 'python' ? { lastValue: true } : {})

async function inputOf(text: string, chosen: string): Promise<RunRequest> {
  const language = chosen || wholeProgram(await call<DetectResult>('/v1/detect', { body: { text } }), text)
  return language ? { code: text, language } : { text }
}

/** The languages in a text, asked a moment after the last key. */
function useGuess(text: string): DetectResult | undefined {
  const [guess, setGuess] = useState<DetectResult>()
  useEffect(() => {
    if (text.trim() === '') return setGuess(undefined)
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      call<DetectResult>('/v1/detect', { body: { text }, signal: leaving.signal })
        .then(setGuess)
        .catch(() => undefined)
    }, GUESS_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [text])
  return guess
}
