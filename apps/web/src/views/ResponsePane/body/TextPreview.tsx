import { CsvFault, type CsvRecord, csvRecords } from '@parley/engine'
import { formatSize, type ResponseContent, revealInvisible } from '@parley/model'
import { useEffect, useMemo, useState } from 'react'
import { MarkdownView } from '../../../components/MarkdownView.tsx'
import { readWholeBody } from '../../../server-client/body-actions.ts'
import { describeCallError } from '../../../server-client/describe-error.ts'
import { useBodies } from '../../../wiring/use-stores.ts'
import tableStyles from './JsonTableView.module.css'
import styles from './PreviewBody.module.css'

export interface TextPreviewProps {
  readonly content: ResponseContent
  readonly kind: 'csv' | 'markdown'
}

/** It is read whole. */
const longestBytes = 1_000_000

/** Markdown formatted, and CSV as a table. Both are written by the server: Markdown has no links. */
export function TextPreview({ content, kind }: TextPreviewProps) {
  const { handle, decodedBytes } = content
  const isTooLong = decodedBytes > longestBytes
  const read = useWholeText(isTooLong ? null : handle)
  if (isTooLong)
    return (
      <p className={styles.note}>
        A preview shows up to {formatSize(longestBytes)}, and the body has {formatSize(decodedBytes)}. Pretty
        shows all of it.
      </p>
    )
  if (read === null) return null
  if ('reason' in read) return <p className={styles.note}>{read.reason}</p>
  return kind === 'csv' ? (
    <CsvTable text={read.text} />
  ) : (
    <MarkdownView label="Preview of the response" text={read.text} isFromOutside />
  )
}

type ReadText = { readonly text: string } | { readonly reason: string }

function useWholeText(handle: string | null): ReadText | null {
  const bodies = useBodies()
  const [read, setRead] = useState<ReadText | null>(null)
  useEffect(() => {
    let isUnmounted = false
    if (handle !== null)
      readWholeBody(bodies, { handle, view: 'raw', format: 'text' }).then(
        text => !isUnmounted && setRead({ text }),
        error => !isUnmounted && setRead({ reason: describeCallError(error) }),
      )
    return () => {
      isUnmounted = true
    }
  }, [bodies, handle])
  return read
}

const mostRows = 1_000
/** A megabyte of commas would be a million cells, and drawing them would stop the page. */
const mostColumns = 100
const mostCells = 10_000
const longestCell = 1_000

/** The first rows of CSV; the first of them are its heads. */
function CsvTable({ text }: { readonly text: string }) {
  const read = useMemo(() => firstRecords(text), [text])
  if ('reason' in read) return <p className={styles.note}>{read.reason} Pretty shows the text.</p>
  const [head, ...rows] = read.records
  return (
    <section
      className={tableStyles.scroller}
      aria-label="Preview of the response"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the arrow keys.
      tabIndex={0}
    >
      <table className={tableStyles.table} aria-label="Response as a table">
        <thead>
          <tr>
            {head?.cells.map(({ text: name }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move.
              <th key={at} scope="col">
                {shownCell(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, cells }) => (
            <tr key={line}>
              {cells.map(({ text: value }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move.
                <td key={at} title={shownCell(value)}>
                  {shownCell(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {read.hasMore && (
        <p className={styles.note}>This is the beginning of the table. Pretty shows all of the text.</p>
      )}
    </section>
  )
}

function shownCell(text: string): string {
  return revealInvisible(text.length > longestCell ? `${text.slice(0, longestCell)}…` : text)
}

function firstRecords(
  text: string,
): { readonly records: readonly CsvRecord[]; readonly hasMore: boolean } | { readonly reason: string } {
  const records: CsvRecord[] = []
  let cellCount = 0
  let isWide = false
  try {
    for (const record of csvRecords(text)) {
      if (record.cells.length === 0) continue
      if (records.length > mostRows || cellCount >= mostCells) return { records, hasMore: true }
      const cells = record.cells.slice(0, mostColumns)
      isWide ||= cells.length < record.cells.length
      cellCount += cells.length
      records.push({ ...record, cells })
    }
    return { records, hasMore: isWide }
  } catch (error) {
    if (error instanceof CsvFault) return { reason: error.message }
    throw error
  }
}
