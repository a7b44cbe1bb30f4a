import { createElement, memo, type ReactNode } from 'react'
import { CopyButton } from '../part/copy.tsx'
import { type Block, parseBlocks } from './blocks.ts'
import { Formula } from './formula.tsx'
import { type Inline, parseInline } from './inline.ts'
import { safeAddress } from './safe-address.ts'
import '../style/markdown.css'

const HIGHEST_HEADING = 3

/** Text of a model or a program. It becomes elements of ours and nothing else: no HTML, no picture from elsewhere. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return <div className="markdown">{parseBlocks(text).map(drawnBlock)}</div>
})

function drawnBlock(block: Block, index: number): ReactNode {
  switch (block.kind) {
    case 'heading':
      return createElement(`h${Math.min(6, block.level + HIGHEST_HEADING - 1)}`, { key: index }, words(block.text))
    case 'paragraph':
      return <p key={index}>{words(block.text)}</p>
    case 'code':
      return <CodeBlock key={index} {...block} />
    case 'math':
      return <Formula key={index} text={block.text} isBlock />
    case 'quote':
      return <blockquote key={index}>{block.blocks.map(drawnBlock)}</blockquote>
    case 'list':
      return <List key={index} {...block} />
    case 'table':
      return <Table key={index} {...block} />
    case 'rule':
      return <hr key={index} />
  }
}

function CodeBlock({ language, text }: { language: string; text: string }) {
  return (
    <figure className="code-block">
      <figcaption>
        <span className="small quiet-text">{language || 'text'}</span>
        <CopyButton text={text} label="Copy the code" />
      </figcaption>
      <pre tabIndex={0}>{text}</pre>
    </figure>
  )
}

function List({ isOrdered, start, items }: { isOrdered: boolean; start: number; items: Block[][] }) {
  const drawn = items.map((blocks, index) => {
    const [only] = blocks
    return (
      <li key={index}>
        {blocks.length === 1 && only?.kind === 'paragraph' ? words(only.text) : blocks.map(drawnBlock)}
      </li>
    )
  })
  return isOrdered ? <ol start={start}>{drawn}</ol> : <ul>{drawn}</ul>
}

function Table({ head, rows }: { head: string[]; rows: string[][] }) {
  return (
    <div className="scrolls" tabIndex={0} role="region" aria-label="Table">
      <table className="rows">
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index}>{words(cell)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {head.map((_, column) => (
                <td key={column}>{words(row[column] ?? '')}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const words = (text: string): ReactNode => parseInline(text).map(drawnInline)

function drawnInline(part: Inline, index: number): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'code':
      return <code key={index}>{part.text}</code>
    case 'math':
      return <Formula key={index} text={part.text} />
    case 'strong':
      return <strong key={index}>{part.inside.map(drawnInline)}</strong>
    case 'emphasis':
      return <em key={index}>{part.inside.map(drawnInline)}</em>
    case 'struck':
      return <s key={index}>{part.inside.map(drawnInline)}</s>
    case 'link':
      return <Outside key={index} address={part.address} inside={part.inside.map(drawnInline)} />
    case 'image':
      return <Outside key={index} address={part.address} inside={`picture: ${part.alt || 'without words'}`} />
  }
}

/** A link of a stranger: its host is seen before it is clicked, and it learns nothing of this page. */
function Outside({ address, inside }: { address: string; inside: ReactNode }) {
  const url = safeAddress(address)
  if (!url)
    return (
      <>
        {inside} <code>{address}</code>
      </>
    )
  return (
    <>
      <a href={url.href} target="_blank" rel="noopener noreferrer nofollow" title={url.href}>
        {inside}
      </a>{' '}
      <span className="small quiet-text">({url.host || url.pathname})</span>
    </>
  )
}
