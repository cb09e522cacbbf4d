import { createElement, memo, type ReactNode, useEffect, useMemo, useState } from 'react'
import {
  formatMarkdown,
  longestMarkdown,
  type MarkdownOutcome,
  type MarkdownProblem,
} from '../markdown/format-markdown.ts'
import type { MarkdownNode } from '../markdown/markdown-node.ts'
import { splitText } from '../markdown/piece-builder.ts'
import { classNames } from './class-names.ts'
import styles from './MarkdownView.module.css'
import { useVirtualRows } from './use-virtual-rows.ts'

/** CSS px, until a piece is drawn and measured. */
const pieceHeight = 400

/** Drawing one piece takes about a millisecond. */
const shownPieces = { mostWithoutVirtual: 16, overscan: 2 }

const notes: Readonly<Record<MarkdownProblem, string>> = {
  'too-long': `Shown as plain text: docs of more than ${longestMarkdown.toLocaleString('en')} characters are not formatted. Move part of them to a folder to see them formatted.`,
  'too-slow':
    'Shown as plain text: formatting took longer than 5 seconds. Move part of the text to a folder to see it formatted.',
  'not-started': 'Shown as plain text: formatting could not start. Reload the page to try again.',
}

export interface MarkdownViewProps {
  readonly label: string
  readonly text: string
}

/**
 * A Markdown text, formatted. Until a worker has formatted it, and where it cannot, the text shows as it is. It is
 * data to the end: nothing in it becomes HTML, and nothing that it names is fetched.
 */
export function MarkdownView({ label, text }: MarkdownViewProps) {
  const outcome = useFormatted(text)
  const formatted = outcome !== null && 'pieces' in outcome ? outcome.pieces : null
  const pieces = useMemo(() => formatted ?? splitText(text, 2_000), [formatted, text])
  const rows = useVirtualRows<HTMLElement>(pieces.length, pieceHeight, shownPieces)
  return (
    <>
      {outcome !== null && 'problem' in outcome && (
        <p role="status" className={styles.note}>
          {notes[outcome.problem]}
        </p>
      )}
      <section
        ref={rows.scroller}
        aria-label={label}
        aria-busy={outcome === null}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the arrow keys.
        tabIndex={0}
        className={styles.text}
      >
        <div style={{ height: rows.before }} />
        {rows.indexes.map(index => (
          <div
            key={index}
            ref={rows.measure}
            data-index={index}
            className={classNames(styles.piece, outcome === null && styles.waiting)}
          >
            {formatted === null ? (
              <PlainPiece text={pieces[index] ?? ''} />
            ) : (
              <FormattedPiece json={pieces[index] ?? '[]'} />
            )}
          </div>
        ))}
        <div style={{ height: rows.after }} />
      </section>
    </>
  )
}

/** How the formatting of this text ended; null while it is going on. */
function useFormatted(text: string): MarkdownOutcome | null {
  const [ended, setEnded] = useState<{ readonly text: string; readonly outcome: MarkdownOutcome } | null>(
    null,
  )
  useEffect(() => formatMarkdown(text, outcome => setEnded({ text, outcome })), [text])
  return ended?.text === text ? ended.outcome : null
}

const PlainPiece = memo(({ text }: { readonly text: string }) => <p className={styles.plain}>{text}</p>)

const FormattedPiece = memo(({ json }: { readonly json: string }) => {
  const nodes: readonly MarkdownNode[] = JSON.parse(json)
  return createElement('div', {}, ...nodes.map(drawn))
})

function drawn(node: MarkdownNode): ReactNode {
  if (typeof node === 'string') return node
  const { tag, children, href, start, align, isContinued, goesOn } = node
  const props = {
    start,
    'data-align': align,
    'data-continued': isContinued,
    'data-goes-on': goesOn,
    ...(href === undefined ? {} : { href, title: href, target: '_blank', rel: 'noopener noreferrer' }),
  }
  // Children that are arguments need no keys; a piece has few of them.
  return createElement(tag, props, ...children.map(drawn))
}
