import type { ResponseContent } from '@parley/model'
import { useMemo } from 'react'
import { describeCallError } from '../../../server-client/describe-error.ts'
import { useBodies } from '../../../wiring/use-stores.ts'
import { createJsonTableReader } from '../../../workbench/response/json-table.ts'
import { JsonTableView } from './JsonTableView.tsx'

export interface JsonPreviewProps {
  readonly content: ResponseContent
}

/** JSON of any size as a table, of which the page loads only the visible part. */
export function JsonPreview({ content }: JsonPreviewProps) {
  const bodies = useBodies()
  const { handle } = content
  const openTable = useMemo(
    () => (at: number) =>
      createJsonTableReader({
        readTable: input => bodies.readTable({ handle, at, ...input }),
        describeError: describeCallError,
        after: (delayMs, callback) => void setTimeout(callback, delayMs),
      }),
    [bodies, handle],
  )
  return <JsonTableView key={handle} openTable={openTable} />
}
