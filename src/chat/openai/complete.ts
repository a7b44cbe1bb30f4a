import type { ChatRun, UiMessage } from '../../contract/chat.ts'
import type { Annotation, Completion, CompletionRequest, Verified } from '../../contract/completion.ts'
import { EngineError } from '../../contract/errors.ts'
import type { Ground } from '../../contract/ground.ts'
import { type RoundListener, type RoundNeeds, type Talked, talk } from '../rounds.ts'
import { messagesFor } from '../words-for-model.ts'

export type CompletionNeeds = RoundNeeds & Pick<Ground, 'clock' | 'newId'>

export interface Completing {
  userId: string
  signal: AbortSignal
  /** The address of this server as the client knows it, for links. */
  origin: string
  onText?(text: string): void
}

/** The name of the model, whatever name a client may use for it. */
export function modelOf({ model }: CompletionNeeds, named: string): string {
  if (!model) throw new EngineError('CHAT_NEEDS_MODEL', {})
  const bare = model.id.slice(model.id.indexOf('/') + 1)
  if (![model.id, bare, 'anneal'].includes(named))
    throw new EngineError('CHAT_MODEL_UNKNOWN', { model: named, known: model.id })
  return model.id
}

/**
 * Completes a conversation whose answers are run. The last answer is the content; a listener hears the answers that failed too, and what became
 * of each.
 */
export async function complete(needs: CompletionNeeds, request: CompletionRequest, completing: Completing) {
  const { userId, signal, origin, onText } = completing
  const model = modelOf(needs, request.model)
  const id = `chatcmpl-${needs.newId('msg')}`
  const created = Math.floor(needs.clock() / 1000)
  const path = request.messages.map(uiMessageOf)
  const { session, rounds } = request
  const talked = await talk(needs, {
    ...messagesFor(path),
    ...{
      userId,
      rounds,
      signal,
      task:
        path
          .at(-1)
          ?.parts.map(({ text }) => String(text ?? ''))
          .join('\n') ?? '',
    },
    ...(session !== undefined && { session: { open: async () => session, again: async () => {} } }),
    listener: listenerOf(onText),
  })
  const note = noteOf(talked.lastRun, origin)
  onText?.(note)
  const content = talked.text + note
  return {
    id,
    created,
    model,
    content,
    note,
    ...factsOf(talked, { content, note, origin }),
    finish: talked.isCut ? ('length' as const) : ('stop' as const),
  }
}

function listenerOf(onText: Completing['onText']): RoundListener {
  return {
    onRound(_, why) {
      if (why !== undefined) onText?.(`\n\n✖ This failed: ${why}\n\n`)
    },
    onText: (text) => onText?.(text),
    onThinking: () => {},
    onCut: () => {},
    onEvent: () => {},
    onRun: () => {},
    onRoundEnd: async () => {},
  }
}

const uiMessageOf = ({ role, content }: CompletionRequest['messages'][number], index: number): UiMessage => ({
  id: String(index),
  role: role === 'developer' ? 'system' : role,
  parts: typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []),
})

const MOST_SHOWN = 2000

/** The end of an answer for people: what its code did. */
function noteOf(run: ChatRun | undefined, origin: string): string {
  if (!run) return ''
  const sign = run.outcome === 'ok' ? '✔' : '✖'
  const how = [
    `${sign} ${run.outcome === 'ok' ? 'ran' : (run.outcome ?? 'error')}`,
    ...run.languages,
    ...(run.attempts > 1 ? [`${run.attempts} attempts`] : []),
  ].join(' · ')
  const printed = (run.stdout || run.stderr).trimEnd().slice(-MOST_SHOWN).toWellFormed()
  const fence = '`'.repeat(Math.max(3, ...[...printed.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)))
  const output = printed === '' ? '' : `\n\n${fence}text\n${printed}\n${fence}`
  const code = run.finalCode === undefined ? '' : `\n\nThe program was repaired; this is what ran:\n\n${fenced(run)}`
  const reason = run.error ? `\n\n${run.error.message}` : ''
  return `\n\n---\n${how} · [full story](${origin}${run.url})${output}${reason}${code}`
}

function fenced({ finalCode = '', languages }: ChatRun): string {
  const fence = '`'.repeat(Math.max(3, ...[...finalCode.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)))
  return `${fence}${languages[0] ?? ''}\n${finalCode.trimEnd()}\n${fence}`
}

interface Facts {
  annotations: Annotation[]
  usage: Completion['usage']
  anneal: Verified
}

function factsOf(
  { outcome, rounds, runs, lastRun, usage }: Talked,
  { content, note, origin }: { content: string; note: string; origin: string },
): Facts {
  const url = lastRun ? `${origin}${lastRun.url}` : null
  const title = `${outcome}${lastRun?.repaired ? ', repaired' : ''}`
  const place = { start_index: content.length - note.length, end_index: content.length }
  const { inputTokens: prompt_tokens, outputTokens: completion_tokens } = usage
  return {
    annotations: url === null ? [] : [{ type: 'url_citation', url_citation: { url, title, ...place } }],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
    anneal: { outcome, rounds, runs, repaired: lastRun?.repaired ?? false, url },
  }
}
