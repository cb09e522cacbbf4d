import type { ResponseContent } from '@parley/model'
import { useMemo } from 'react'
import { useAppModel } from '../../../app-model.ts'
import { describeCallError } from '../../../server-client/describe-error.ts'
import { createJsonTableReader } from '../../../workbench/response/json-table.ts'
import { JsonTableView } from './JsonTableView.tsx'

export interface JsonPreviewProps {
  readonly content: ResponseContent
}

/** JSON of any size as a table, of which the page holds what shows. */
export function JsonPreview({ content }: JsonPreviewProps) {
  const { client } = useAppModel()
  const { handle } = content
  const openTable = useMemo(
    () => (at: number) =>
      createJsonTableReader({
        readTable: input => client.bodies.readTable({ handle, at, ...input }),
        describeError: describeCallError,
        after: (delayMs, callback) => void setTimeout(callback, delayMs),
      }),
    [client, handle],
  )
  return <JsonTableView key={handle} openTable={openTable} />
}
