import { formatSize, type ResponseContent } from '@parley/model'
import { type ReactNode, useEffect, useState } from 'react'
import { readWholeBody } from '../../../server-client/body-actions.ts'
import { describeCallError } from '../../../server-client/describe-error.ts'
import { useBodies } from '../../../wiring/use-stores.ts'
import styles from './PreviewBody.module.css'

export interface WholeTextProps {
  readonly content: ResponseContent
  /** Shows the text. */
  readonly children: (text: string) => ReactNode
}

/** A longer body is not read. */
const longestBytes = 1_000_000

/** Reads a body whole for its preview, or says why it is not shown. */
export function WholeText({ content, children }: WholeTextProps) {
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
  return 'reason' in read ? <p className={styles.note}>{read.reason}</p> : children(read.text)
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
