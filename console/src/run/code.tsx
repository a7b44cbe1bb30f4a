import { lazy, Suspense, useEffect, useState } from 'react'
import type { CodeEditorProps } from './code-editor.tsx'

const Editor = lazy(() => import('./code-editor.tsx').then((module) => ({ default: module.CodeEditor })))
const Compare = lazy(() => import('./code-compare.tsx').then((module) => ({ default: module.CodeCompare })))

/** A program to read or write. The editor is loaded when it is shown; until then a plain field does the same. */
export function Code(props: CodeEditorProps) {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    // The page answers first, the colours come after.
    const timer = setTimeout(() => setWanted(true), 30)
    return () => clearTimeout(timer)
  }, [])
  const plain = <PlainCode {...props} />
  return isWanted ? (
    <Suspense fallback={plain}>
      <Editor {...props} />
    </Suspense>
  ) : (
    plain
  )
}

function PlainCode({ value, label, onChange, onRun }: CodeEditorProps) {
  return (
    <textarea
      className="code-plain"
      aria-label={label}
      spellCheck={false}
      value={value}
      readOnly={!onChange}
      onChange={(event) => onChange?.(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onRun?.()
      }}
    />
  )
}

export function Comparison(props: { from: string; to: string; language?: string | null | undefined }) {
  return (
    <Suspense fallback={<p className="quiet-text">Loading …</p>}>
      <Compare {...props} />
    </Suspense>
  )
}
