import type { BodyRow } from '@parley/server/contract'
import { type Ref, useMemo } from 'react'
import type { RowSource } from '../../../editor/viewer/row-source.ts'
import { useBodyTexts } from '../../../wiring/use-stores.ts'
import { noteOf } from '../../../workbench/response/body-note.ts'
import type { BodySearch } from '../../../workbench/response/body-search.ts'
import { type BodyTextState, type BodyView, bodyTextKey } from '../../../workbench/response/body-texts.ts'
import styles from './ResponseBody.module.css'
import { ResponseText, type ResponseTextHandle } from './ResponseText.tsx'

export interface BodyTextViewProps {
  readonly view: BodyView
  readonly body: BodyTextState | undefined
  readonly isWrapped: boolean
  /** Names the bodies in which the place is kept from one to the next; absent: it is not. */
  readonly place?: string | undefined
  readonly search: BodySearch
  /** The accessible name of the text. */
  readonly label: string
  /** A text that is still being read was copied. */
  readonly onCopy: (text: Promise<string>) => void
  readonly ref: Ref<ResponseTextHandle>
}

/** The text of a body, read by rows. */
export function BodyTextView(props: BodyTextViewProps) {
  const { view, body, isWrapped, place, search, label, onCopy, ref } = props
  const bodyTexts = useBodyTexts()
  const read = body?.state === 'read' ? body : null
  const { handle, format, filter = '' } = view
  const source = useMemo((): RowSource | null => {
    if (read === null) return null
    const given: BodyView = { handle, view: view.view, format, filter }
    return {
      key: `${bodyTextKey(given)}/${read.view}`,
      subject: bodyTextKey(given),
      place: place === undefined ? '' : bodyTextKey({ ...given, handle: place }),
      revision: read.revision,
      totalRows: read.totalRows,
      firstRows: read.rows.map(labelled),
      format: read.format,
      label,
      readRows: async (firstRow, maxRows) =>
        (await bodyTexts.readRows(given, firstRow, maxRows)).map(labelled),
      folds:
        read.view === 'raw'
          ? null
          : {
              readStarts: (firstRow, maxRows) => bodyTexts.readFoldStarts(given, firstRow, maxRows),
              readFold: row => bodyTexts.readFold(given, row),
              copy: onCopy,
            },
    }
  }, [read, handle, view.view, format, filter, place, bodyTexts, label, onCopy])
  if (body?.state === 'failed')
    return (
      <p className={styles.hold} role="alert">
        The body could not be read. {body.reason}
      </p>
    )
  return (
    <>
      {source !== null && <ResponseText ref={ref} source={source} isWrapped={isWrapped} search={search} />}
      {read !== null && view.view === 'pretty' && noteOf(read) !== '' && (
        <p className={styles.note}>{noteOf(read)}</p>
      )}
    </>
  )
}

function labelled({ text, line }: BodyRow) {
  return { text, label: line === null ? '' : String(line) }
}
