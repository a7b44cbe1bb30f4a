import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const look = EditorView.theme({
  '&': { fontSize: '12px', backgroundColor: 'var(--surface-1)', color: 'var(--text-1)', height: '100%' },
  '.cm-scroller': { fontFamily: 'var(--code)', lineHeight: '18px' },
  '.cm-gutters': { backgroundColor: 'var(--surface-1)', color: 'var(--text-3)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--surface-2)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '&.cm-focused': { outline: 'none' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-soft) !important' },
  '.cm-content': { padding: '8px 0' },
  '.cm-mark-failed': { backgroundColor: 'var(--failed-soft)' },
  '.cm-mark-looked': { backgroundColor: 'var(--accent-soft)' },
  '.cm-finding': { cursor: 'help', padding: '0 2px', fontSize: '11px' },
  '.cm-finding-failed': { color: 'var(--failed)' },
  '.cm-finding-blocked': { color: 'var(--blocked)' },
  '.cm-finding-going': { color: 'var(--going)' },
  '.cm-note': {
    padding: '2px 8px 2px 12px',
    color: 'var(--failed)',
    fontFamily: 'var(--words)',
    whiteSpace: 'pre-wrap',
  },
  '.cm-insertedLine, .cm-changedLine': { backgroundColor: 'var(--ok-soft)' },
  '.cm-deletedChunk': { backgroundColor: 'var(--failed-soft)' },
  '.cm-changedText': { background: 'color-mix(in srgb, var(--ok) 25%, transparent) !important' },
  '.cm-deletedText': { background: 'color-mix(in srgb, var(--failed) 25%, transparent) !important' },
})

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword], color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--blocked)' },
  { tag: [tags.comment, tags.meta], color: 'var(--text-3)', fontStyle: 'italic' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: 'var(--going)' },
  { tag: [tags.className, tags.typeName, tags.definition(tags.className)], color: 'var(--assumption)' },
])

const nonce = document.querySelector<HTMLMetaElement>('meta[name="console-nonce"]')?.content ?? ''

/** Everything that each editor and each comparison has. */
export const codeLook: Extension = [EditorView.cspNonce.of(nonce), look, syntaxHighlighting(colours), lineNumbers()]

const stream = async (load: Promise<unknown>, name: string): Promise<Extension> =>
  StreamLanguage.define(((await load) as Record<string, Parameters<typeof StreamLanguage.define>[0]>)[name] as never)

const LANGUAGES: Record<string, () => Promise<Extension>> = {
  python: async () => (await import('@codemirror/lang-python')).python(),
  javascript: async () => (await import('@codemirror/lang-javascript')).javascript(),
  typescript: async () => (await import('@codemirror/lang-javascript')).javascript({ typescript: true }),
  sql: async () => (await import('@codemirror/lang-sql')).sql(),
  bash: () => stream(import('@codemirror/legacy-modes/mode/shell'), 'shell'),
  ruby: () => stream(import('@codemirror/legacy-modes/mode/ruby'), 'ruby'),
  perl: () => stream(import('@codemirror/legacy-modes/mode/perl'), 'perl'),
  lua: () => stream(import('@codemirror/legacy-modes/mode/lua'), 'lua'),
  r: () => stream(import('@codemirror/legacy-modes/mode/r'), 'r'),
  go: () => stream(import('@codemirror/legacy-modes/mode/go'), 'go'),
  rust: () => stream(import('@codemirror/legacy-modes/mode/rust'), 'rust'),
  c: () => stream(import('@codemirror/legacy-modes/mode/clike'), 'c'),
  cpp: () => stream(import('@codemirror/legacy-modes/mode/clike'), 'cpp'),
  'c++': () => stream(import('@codemirror/legacy-modes/mode/clike'), 'cpp'),
  java: () => stream(import('@codemirror/legacy-modes/mode/clike'), 'java'),
}

/** Colours of a language; nothing for one that has none here. */
export const languageOf = async (name: string | null | undefined): Promise<Extension> =>
  (await LANGUAGES[(name ?? '').split('/')[0] ?? '']?.()) ?? []
