import { unifiedMergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { codeLook, languageOf } from './code-setup.ts'

/** Two versions of a program as one text, with what was taken out and put in. */
export function CodeCompare({
  from,
  to,
  language,
}: {
  from: string
  to: string
  language?: string | null | undefined
}) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let view: EditorView | undefined
    let isLeft = false
    void languageOf(language).then((colours) => {
      if (isLeft) return
      const merge = unifiedMergeView({
        original: from,
        mergeControls: false,
        collapseUnchanged: { margin: 3, minSize: 6 },
      })
      view = new EditorView({
        parent: place.current as HTMLElement,
        doc: to,
        extensions: [
          codeLook,
          colours,
          EditorState.readOnly.of(true),
          EditorView.lineWrapping,
          merge,
          EditorView.contentAttributes.of({ 'aria-label': 'Both versions' }),
        ],
      })
    })
    return () => {
      isLeft = true
      view?.destroy()
    }
  }, [from, to, language])
  return <div ref={place} className="code-place" />
}
