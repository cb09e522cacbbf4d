import { formatSize, type ResponseContent } from '@parley/model'
import { useEffect, useState } from 'react'
import { useAppModel } from '../../app-model.ts'
import { describeCallError } from '../../server-client/describe-error.ts'
import { type JsonNode, parseJsonTree } from '../../workbench/json-tree.ts'
import { readWholeBody } from './body-actions.ts'
import { JsonTableView } from './JsonTableView.tsx'
import styles from './PreviewBody.module.css'

/** A table of a larger body would hold up the page while it is made. */
const maxTableBytes = 1_048_576

export interface JsonPreviewProps {
  readonly content: ResponseContent
}

/** JSON as a table, read from the whole body. */
export function JsonPreview({ content }: JsonPreviewProps) {
  const { client } = useAppModel()
  const [read, setRead] = useState<{ tree: JsonNode } | { reason: string } | null>(null)
  const { handle } = content
  const isTooLarge = content.decodedBytes > maxTableBytes
  useEffect(() => {
    if (isTooLarge) return
    let isGone = false
    readWholeBody(client, { handle, view: 'raw', format: 'auto' }).then(
      text => {
        const tree = parseJsonTree(text)
        if (!isGone) setRead(tree === null ? { reason: 'The body is no JSON.' } : { tree })
      },
      error => !isGone && setRead({ reason: describeCallError(error) }),
    )
    return () => {
      isGone = true
    }
  }, [client, handle, isTooLarge])
  if (isTooLarge)
    return (
      <p className={styles.note}>
        JSON of up to {formatSize(maxTableBytes)} is shown as a table. Pretty shows all of it.
      </p>
    )
  if (read === null) return null
  return 'tree' in read ? <JsonTableView root={read.tree} /> : <p className={styles.note}>{read.reason}</p>
}
