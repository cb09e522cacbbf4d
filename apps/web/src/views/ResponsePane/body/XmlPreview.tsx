import { type ResponseContent, revealInvisible } from '@parley/model'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { RowList, rowOfKey } from '../../../components/lists/RowList.tsx'
import { useVirtualRows } from '../../../components/lists/use-virtual-rows.ts'
import {
  attributePieces,
  mostXmlNodes,
  readXmlNodes,
  shownXmlRows,
  type XmlNode,
} from '../../../workbench/response/xml-nodes.ts'
import styles from './PreviewBody.module.css'
import { WholeText } from './WholeText.tsx'
import treeStyles from './XmlPreview.module.css'

/** XML as a tree that folds. */
export function XmlPreview({ content }: { readonly content: ResponseContent }) {
  return <WholeText content={content}>{text => <XmlTree text={text} />}</WholeText>
}

function XmlTree({ text }: { readonly text: string }) {
  const read = useMemo(() => readXmlNodes(text), [text])
  if (read === null)
    return <p className={styles.note}>The body is not well-formed XML. Pretty shows the text.</p>
  return (
    <>
      <NodeTree nodes={read.nodes} />
      {read.isCut && (
        <p className={treeStyles.cut}>
          These are the first {mostXmlNodes.toLocaleString('en')} nodes. Pretty shows all of the text.
        </p>
      )}
    </>
  )
}

const rowHeight = 28
const pageRows = 10

function NodeTree({ nodes }: { readonly nodes: readonly XmlNode[] }) {
  const treeId = useId()
  const { closed, shown, active, list, setActive, fold, press } = useFoldedNodes(nodes)
  function onKeyDown(event: KeyboardEvent): void {
    if (!event.altKey && !event.ctrlKey && !event.metaKey && press(event.key)) event.preventDefault()
  }

  return (
    <RowList
      rows={list}
      className={treeStyles.tree}
      role="tree"
      aria-label="Preview of the response"
      activeIndex={active}
      idOf={row => `${treeId}-${row}`}
      onKeyDown={onKeyDown}
      renderRow={(row, top) => {
        const index = shown[row] ?? -1
        const node = nodes[index]
        return (
          node !== undefined && (
            <NodeRow
              key={index}
              id={`${treeId}-${row}`}
              node={node}
              top={top}
              isActive={row === active}
              isExpanded={hasChildren(nodes, index) ? !closed.has(index) : undefined}
              onPress={() => {
                setActive(row)
                if (hasChildren(nodes, index)) fold(index, !closed.has(index))
              }}
            />
          )
        )
      }}
    />
  )
}

/** The rows that show of a tree, and what folds them and moves among them. */
function useFoldedNodes(nodes: readonly XmlNode[]) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const [active, setActive] = useState(0)
  const shown = useMemo(() => shownXmlRows(nodes, closed), [nodes, closed])
  const list = useVirtualRows<HTMLDivElement>(shown.length, rowHeight, { isVirtual: true })

  function fold(index: number, isClosed: boolean): void {
    const next = new Set(closed)
    if (isClosed) next.add(index)
    else next.delete(index)
    setClosed(next)
  }
  function goTo(row: number): void {
    const next = Math.min(shown.length - 1, Math.max(0, row))
    setActive(next)
    list.scrollTo(next)
  }
  /** Returns whether the key did something. */
  function press(key: string): boolean {
    const index = shown[active] ?? 0
    const move = rowOfKey(key, active, shown.length, pageRows)
    const isOpen = hasChildren(nodes, index) && !closed.has(index)
    if (move !== null) goTo(move)
    else if (key === 'ArrowLeft' && isOpen) fold(index, true)
    else if (key === 'ArrowLeft') goTo(parentRow(nodes, shown, active))
    else if (key === 'ArrowRight' && isOpen) goTo(active + 1)
    else if (key === 'ArrowRight' || key === 'Enter' || key === ' ') fold(index, isOpen)
    else return false
    return true
  }
  return { closed, shown, active, list, setActive, fold, press }
}

function hasChildren(nodes: readonly XmlNode[], index: number): boolean {
  return (nodes[index]?.end ?? 0) > index + 1
}

/** The row of the element that a row is in; that of the row itself at the root. */
function parentRow(nodes: readonly XmlNode[], shown: readonly number[], row: number): number {
  const depth = nodes[shown[row] ?? 0]?.depth ?? 0
  const above = shown.slice(0, row).findLastIndex(index => (nodes[index]?.depth ?? 0) < depth)
  return above < 0 ? row : above
}

interface NodeRowProps {
  readonly id: string
  readonly node: XmlNode
  readonly top: number
  readonly isActive: boolean
  /** Undefined if it has nothing to fold. */
  readonly isExpanded: boolean | undefined
  readonly onPress: () => void
}

/** Deeper rows begin where these do. */
const mostIndented = 30
/** The longest texts that a row shows. */
const shownCharacters = 300

function NodeRow({ id, node, top, isActive, isExpanded, onPress }: NodeRowProps) {
  const { kind, depth, name, attributes, text } = node
  const Chevron = isExpanded === true ? ChevronDown : ChevronRight
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree holds the focus and takes the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the tree names its active row instead.
    <div
      id={id}
      role="treeitem"
      className={treeStyles.row}
      style={{
        transform: `translateY(${top}px)`,
        paddingLeft: `calc(var(--sp-2) + ${Math.min(depth, mostIndented) * 16}px)`,
      }}
      aria-level={depth + 1}
      aria-expanded={isExpanded}
      data-active={isActive || undefined}
      onClick={onPress}
    >
      <span className="twist">
        {isExpanded !== undefined && <Chevron size={14} strokeWidth={1.75} aria-hidden="true" />}
      </span>
      <span className={treeStyles.line} data-kind={kind}>
        {name !== '' && <span className={treeStyles.name}>{shown(name)}</span>}
        {attributes !== '' && <Attributes text={shown(attributes)} />}
        {text !== '' && <span className={treeStyles.text}>{shown(text)}</span>}
      </span>
    </div>
  )
}

function Attributes({ text }: { readonly text: string }) {
  return (
    <span className={treeStyles.attributes}>
      {attributePieces(text).map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move.
        <span key={at} className={piece.isValue ? treeStyles.text : undefined}>
          {piece.text}
        </span>
      ))}
    </span>
  )
}

function shown(text: string): string {
  return revealInvisible(text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text)
}
