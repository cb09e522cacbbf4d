import { type CsvCell, CsvFault, type CsvRecord, csvRecords, csvText } from '@parley/engine'
import { type ResponseContent, revealInvisible } from '@parley/model'
import { useMemo } from 'react'
import { MarkdownView } from '../../../components/MarkdownView.tsx'
import tableStyles from './JsonTableView.module.css'
import styles from './PreviewBody.module.css'
import { WholeText } from './WholeText.tsx'

export interface TextPreviewProps {
  readonly content: ResponseContent
  readonly kind: 'csv' | 'markdown'
}

/** Markdown formatted, and CSV as a table. Both are written by the server: Markdown has no links. */
export function TextPreview({ content, kind }: TextPreviewProps) {
  return (
    <WholeText content={content}>
      {text =>
        kind === 'csv' ? (
          <CsvTable text={text} />
        ) : (
          <MarkdownView label="Preview of the response" text={text} isFromOutside />
        )
      }
    </WholeText>
  )
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
            {head?.cells.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move.
              <th key={at} scope="col">
                {shownCell(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, cells }) => (
            <tr key={line}>
              {cells.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move.
                <td key={at} title={shownCell(cell)}>
                  {shownCell(cell)}
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

function shownCell(cell: CsvCell): string {
  const text = csvText(cell)
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
