import { createElement, memo, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import {
  formatMarkdown,
  longestMarkdown,
  type MarkdownOutcome,
  type MarkdownProblem,
} from '../markdown/format-markdown.ts'
import type { MarkdownNode } from '../markdown/markdown-node.ts'
import { splitText } from '../markdown/piece-builder.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { classNames } from './class-names.ts'
import styles from './MarkdownView.module.css'
import { absenceWords, type ServerAbsence, ServerAbsenceContext } from './server-absence.ts'

/** The number of pieces that are drawn at first, and added each time the reader comes near their end. */
const piecesAtOnce = 100

const notes: Readonly<Record<MarkdownProblem, string>> = {
  'too-long': `Shown as plain text: docs of more than ${longestMarkdown.toLocaleString('en')} characters are not formatted. Move part of them to a folder to see them formatted.`,
  'too-slow':
    'Shown as plain text: formatting took longer than 5 seconds. Move part of the text to a folder to see it formatted.',
  failed:
    'Shown as plain text: formatting failed. Reload the page to try again, or write the text with fewer levels.',
}

/** The code that formats is loaded late. */
const withoutServer = (absence: ServerAbsence): string =>
  `Shown as plain text: ${absenceWords[absence].fact} ${absenceWords[absence].advice}`

export interface MarkdownViewProps {
  readonly label: string
  readonly text: string
  /** Whether more of the text is arriving: what was formatted last is shown meanwhile. */
  readonly isGrowing?: boolean
  /** Whether somebody else wrote it: addresses are then shown, and are no links. */
  readonly isFromOutside?: boolean
}

/**
 * Shows a Markdown text, formatted by a worker. The plain text is shown until then, and if that fails.
 * Nothing in the text becomes HTML, and nothing that it refers to is fetched.
 */
export function MarkdownView({ label, text, isGrowing = false, isFromOutside = false }: MarkdownViewProps) {
  const outcome = useFormatted(text, isGrowing)
  const absence = useContext(ServerAbsenceContext)
  const plain = useMemo(() => splitText(text, 1_000), [text])
  if (outcome === null) return <Pieces key="waiting" label={label} pieces={plain} isWaiting />
  const formatted = isFromOutside ? 'withoutLinks' : 'withLinks'
  if ('pieces' in outcome)
    return <Pieces key="formatted" label={label} pieces={outcome.pieces} formatted={formatted} />
  return (
    <>
      <p role="status" className={styles.note}>
        {outcome.problem === 'failed' && absence !== null ? withoutServer(absence) : notes[outcome.problem]}
      </p>
      <Pieces key="plain" label={label} pieces={plain} />
    </>
  )
}

interface PiecesProps {
  readonly label: string
  readonly pieces: readonly string[]
  /** Absent: the pieces are plain text. */
  readonly formatted?: keyof typeof formattedPieces
  readonly isWaiting?: boolean
}

/** Renders the pieces of a text one per frame, so that long texts do not block the page. */
function Pieces({ label, pieces, formatted, isWaiting = false }: PiecesProps) {
  const { scroller, count, onScroll } = useGrowingCount(pieces.length)
  const Piece = formatted === undefined ? PlainPiece : formattedPieces[formatted]
  return (
    <section
      ref={scroller}
      aria-label={label}
      aria-busy={isWaiting}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the arrow keys.
      tabIndex={0}
      className={classNames(styles.text, isWaiting && styles.waiting)}
      onScroll={onScroll}
    >
      {pieces.slice(0, count).map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move.
        <Piece key={index} piece={piece} />
      ))}
    </section>
  )
}

/**
 * Returns how many of `total` pieces are rendered: one more per frame, up to a limit that grows as the reader
 * scrolls.
 */
function useGrowingCount(total: number) {
  const scroller = useRef<HTMLElement>(null)
  const [count, setCount] = useState(1)
  const [limit, setLimit] = useState(piecesAtOnce)
  const moveOn = () => {
    if (count >= limit && isNearEnd(scroller.current)) setLimit(count + piecesAtOnce)
  }
  useEffect(() => {
    if (count >= total) return
    const frame = requestAnimationFrame(() => (count < limit ? setCount(count + 1) : moveOn()))
    return () => cancelAnimationFrame(frame)
  })
  return { scroller, count, onScroll: moveOn }
}

function isNearEnd(scroller: HTMLElement | null): boolean {
  return scroller !== null && scroller.scrollHeight - scroller.scrollTop < 3 * scroller.clientHeight
}

/** Returns the result of formatting a text; null until it is ready. */
function useFormatted(text: string, isGrowing: boolean): MarkdownOutcome | null {
  const [ended, setEnded] = useState<{ readonly text: string; readonly outcome: MarkdownOutcome } | null>(
    null,
  )
  useEffect(() => formatMarkdown(text, outcome => setEnded({ text, outcome })), [text])
  return ended !== null && (isGrowing || ended.text === text) ? ended.outcome : null
}

interface PieceProps {
  readonly piece: string
}

const PlainPiece = memo(({ piece }: PieceProps) => (
  <div className={classNames(styles.piece, styles.plain)}>{piece}</div>
))

const FormattedPiece = memo(({ piece }: PieceProps) => {
  const nodes: readonly MarkdownNode[] = JSON.parse(piece)
  return createElement('div', { className: styles.piece }, ...nodes.map(drawn))
})

const LinklessPiece = memo(({ piece }: PieceProps) => {
  const nodes: readonly MarkdownNode[] = JSON.parse(piece)
  return createElement('div', { className: styles.piece }, ...nodes.map(withoutLink).map(drawn))
})

const formattedPieces = { withLinks: FormattedPiece, withoutLinks: LinklessPiece }

/** Shows the address of a link behind its text, so that nobody is led elsewhere. */
function withoutLink(node: MarkdownNode): MarkdownNode {
  if (typeof node === 'string') return node
  const { href, ...others } = node
  const children = node.children.map(withoutLink)
  if (href === undefined) return { ...others, children }
  return { ...others, tag: 'em', children: [...children, ` (${href})`] }
}

function drawn(node: MarkdownNode): ReactNode {
  if (typeof node === 'string') return node
  const { tag, children, href, start, align, language, isContinued, continues } = node
  if (tag === 'pre') return createElement(CodeBlock, { language, text: textOf(node), isContinued, continues })
  const props = {
    start,
    'data-align': align,
    'data-continued': isContinued,
    'data-continues': continues,
    ...(href === undefined ? {} : { href, title: href, target: '_blank', rel: 'noopener noreferrer' }),
  }
  // Children that are arguments need no keys; a piece has few of them.
  return createElement(tag, props, ...children.map(drawn))
}

function textOf(node: MarkdownNode): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('')
}
