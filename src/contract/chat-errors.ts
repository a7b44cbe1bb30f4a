import { row } from './error-row.ts'

/** Failures of conversations. */
export const chatErrors = {
  CHAT_NOT_FOUND: row(404, false, (d: { chatId: string }) => [
    `There is no conversation ${d.chatId}.`,
    'List yours with GET /v1/chats.',
  ]),
  CHAT_BUSY: row(409, true, (d: { chatId: string }) => [
    `An answer is going on in the conversation ${d.chatId}.`,
    'Wait for its end, or stop it with POST /v1/chats/{chatId}/stop.',
  ]),
  CHAT_INTERRUPTED: row(503, true, (_: object) => [
    'This answer was interrupted: the server ended while it was written.',
    'Ask again, or regenerate the answer; everything said before is kept.',
  ]),
  CHAT_MESSAGE_NOT_FOUND: row(404, false, (d: { chatId: string; messageId: string }) => [
    `The conversation ${d.chatId} has no message ${d.messageId}.`,
    'GET /v1/chats/{chatId} lists them.',
  ]),
  CHAT_ANSWER_CUT: row(502, true, (d: { tokens: number }) => [
    `The model’s answer was cut at ${d.tokens} tokens, so its code was not run.`,
    'Raise ANNEAL_MODEL_OUTPUT_TOKENS and ANNEAL_MODEL_RUN_TOKENS, or ask for less at once.',
  ]),
  CHAT_NEEDS_MODEL: row(422, false, (_: object) => [
    'No language model is configured, and the message holds no code that could be run.',
    CONFIGURE_MODEL,
  ]),
  CHAT_MODEL_UNKNOWN: row(404, false, (d: { model: string; known: string }) => [
    `There is no model "${d.model}" here.`,
    `Ask for "${d.known}", or for "anneal".`,
  ]),
}

export const CONFIGURE_MODEL =
  'Set ANNEAL_MODEL (such as ollama/MODEL, openai/MODEL or anthropic/MODEL) and ANNEAL_MODEL_KEY where it needs one, and start the server again; or paste a program.'
