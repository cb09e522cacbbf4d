import { type ReactNode, useState } from 'react'
import { lazyPart } from '../../../components/lazy-part.tsx'
import styles from './BelowErrors.module.css'
import type { ReadGraphQlErrors } from './use-graphql-errors.ts'

const GraphQlErrors = lazyPart(async () => (await import('./GraphQlErrors.tsx')).GraphQlErrors)

export interface BelowErrorsProps {
  readonly handle: string
  readonly graphQl: ReadGraphQlErrors
  readonly onGoTo: (position: { readonly line: number; readonly column: number }) => void
  readonly children: ReactNode
}

/**
 * The body below the errors of a GraphQL response. A new body appears with them, as they would move it later; a body that
 * was shown while it grew has them below it, for the same reason.
 */
export function BelowErrors({
  handle,
  graphQl: { response, isReading },
  onGoTo,
  children,
}: BelowErrorsProps) {
  const [shownHandle, setShownHandle] = useState('')
  const [lateHandle, setLateHandle] = useState('')
  if (!isReading && shownHandle !== handle) setShownHandle(handle)
  if (isReading && shownHandle === handle && lateHandle !== handle) setLateHandle(handle)
  const errors = response !== null && response.errorCount > 0 && (
    <GraphQlErrors response={response} onGoTo={onGoTo} />
  )
  const isLate = lateHandle === handle
  return (
    <>
      {!isLate && errors}
      <div className={styles.body} data-held={(isReading && shownHandle !== handle) || undefined}>
        {children}
      </div>
      {isLate && errors}
    </>
  )
}
