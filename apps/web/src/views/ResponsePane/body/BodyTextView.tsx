import type { BodyRow } from '@parley/server/contract'
import { type Ref, Suspense, useMemo, useState } from 'react'
import { lazyOverlay } from '../../../components/lazy-part.tsx'
import type { ViewerTarget } from '../../../editor/viewer/response-viewer.ts'
import type { RowSource } from '../../../editor/viewer/row-source.ts'
import { after } from '../../../window/window-context.ts'
import { useBodies } from '../../../wiring/use-stores.ts'
import { noteOf } from '../../../workbench/response/body-note.ts'
import type { BodySearch } from '../../../workbench/response/body-search.ts'
import {
  type BodyTextState,
  type BodyView,
  bodyTextKey,
  type ReadBodyText,
} from '../../../workbench/response/body-texts.ts'
import { readFoldStarts } from '../../../workbench/response/read-fold-starts.ts'
import { useOpenUrl } from '../use-open-url.ts'
import styles from './ResponseBody.module.css'
import { ResponseText, type ResponseTextHandle } from './ResponseText.tsx'
import type { ShownValue, ValueCommands } from './value-commands.ts'

const ValueMenu = lazyOverlay(async () => (await import('./ValueMenu.tsx')).ValueMenu)

export interface BodyTextViewProps {
  readonly view: BodyView
  readonly body: BodyTextState | undefined
  readonly isWrapped: boolean
  /** Names the bodies in which the place is kept from one to the next; absent: it is not. */
  readonly place?: string | undefined
  readonly search: BodySearch
  /** The accessible name of the text. */
  readonly label: string
  /** What can be done with its values; `copy` stays the same. */
  readonly commands: ValueCommands
  readonly ref: Ref<ResponseTextHandle>
}

/** The text of a body, read by rows. */
export function BodyTextView(props: BodyTextViewProps) {
  const { view, body, isWrapped, search, commands, ref } = props
  const openUrl = useOpenUrl()
  const [target, setTarget] = useState<ViewerTarget | null>(null)
  const read = body?.state === 'read' ? body : null
  const source = useRowSource(props, read)
  const isJson = read?.view === 'pretty' && read.format === 'json'
  const openMenu = (next: ViewerTarget) => {
    const hasMenu = isJson || next.url !== null
    if (hasMenu) setTarget(next)
    return hasMenu
  }
  if (body?.state === 'failed')
    return (
      <p className={styles.hold} role="alert">
        The body could not be read. {body.reason}
      </p>
    )
  return (
    <>
      {source !== null && (
        <ResponseText
          ref={ref}
          source={source}
          isWrapped={isWrapped}
          search={search}
          actions={{ openUrl, openMenu }}
        />
      )}
      {target !== null && (
        <Suspense>
          <ValueMenu
            place={target}
            url={target.url}
            value={isJson ? shownValue(target, view.filter !== undefined && view.filter !== '') : null}
            commands={commands}
            onClose={() => setTarget(null)}
          />
        </Suspense>
      )}
      {read !== null && view.view === 'pretty' && noteOf(read) !== '' && (
        <p className={styles.note}>{noteOf(read)}</p>
      )}
    </>
  )
}

/** The rows of a text; null until the first of them are read. */
function useRowSource(
  { view, place, label, commands }: BodyTextViewProps,
  read: ReadBodyText | null,
): RowSource | null {
  const bodies = useBodies()
  const { handle, format, filter = '' } = view
  const { copy } = commands
  return useMemo((): RowSource | null => {
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
        (await bodies.readRows({ ...given, firstRow, maxRows })).rows.map(labelled),
      folds:
        read.view === 'raw'
          ? null
          : {
              readStarts: (firstRow, maxRows) => readFoldStarts(bodies, after, given, firstRow, maxRows),
              readFold: row => bodies.readFold({ ...given, row }),
              copy,
            },
    }
  }, [read, handle, view.view, format, filter, place, bodies, label, copy])
}

/** The value of a row of formatted JSON. */
function shownValue({ source, row }: ViewerTarget, isFiltered: boolean): ShownValue {
  const find = async () => {
    const code = await import('../../../editor/viewer/json-place.ts')
    return { code, found: await code.jsonPlaceOf(source, row) }
  }
  return {
    isFiltered,
    steps: async () => (await find()).found?.steps ?? null,
    async text() {
      const { code, found } = await find()
      // Far down, its path is not known, but that it begins in its own row is likely.
      return code.readJsonValue(source, found?.row ?? row)
    },
  }
}

function labelled({ text, line }: BodyRow) {
  return { text, label: line === null ? '' : String(line) }
}
