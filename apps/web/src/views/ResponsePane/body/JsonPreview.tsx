import type { ResponseContent } from '@parley/model'
import { useMemo } from 'react'
import { describeCallError } from '../../../server-client/describe-error.ts'
import { after } from '../../../window/window-context.ts'
import { useBodies } from '../../../wiring/use-stores.ts'
import { jsonPathOf } from '../../../workbench/response/json-paths.ts'
import { createJsonTableReader } from '../../../workbench/response/json-table.ts'
import { readMatch } from '../../../workbench/response/read-match.ts'
import { JsonTableView } from './JsonTableView.tsx'
import type { ValueCommands } from './value-commands.ts'

export interface JsonPreviewProps {
  readonly content: ResponseContent
  readonly commands: ValueCommands
}

/** JSON of any size as a table, of which the page loads only the visible part. */
export function JsonPreview({ content, commands }: JsonPreviewProps) {
  const bodies = useBodies()
  const { handle } = content
  const openTable = useMemo(
    () => (at: number) =>
      createJsonTableReader({
        readTable: input => bodies.readTable({ handle, at, ...input }),
        describeError: describeCallError,
        after,
      }),
    [bodies, handle],
  )
  return (
    <JsonTableView
      key={handle}
      openTable={openTable}
      readValue={steps => readMatch(bodies, handle, jsonPathOf(steps))}
      commands={commands}
    />
  )
}
