import type { GraphQlError, GraphQlResponse } from '@parley/engine'
import { revealInvisible } from '@parley/model'
import { Button } from '../../../components/buttons/Button.tsx'
import { graphQlPath } from '../../../workbench/response/graphql-errors.ts'
import styles from './GraphQlErrors.module.css'

export interface GraphQlErrorsProps {
  readonly response: GraphQlResponse
  /** Goes to a position in the query. */
  readonly onGoTo: (position: { readonly line: number; readonly column: number }) => void
}

/** How many errors are listed; the body has all of them. */
const mostListed = 100

/** The errors of a response, each with its place in the data and in the query. */
export function GraphQlErrors({ response, onGoTo }: GraphQlErrorsProps) {
  const { errors, errorCount } = response
  const listed = errors.slice(0, mostListed)
  const more = errorCount - listed.length
  return (
    <ul className={styles.list} aria-label="GraphQL errors">
      {listed.map((error, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
        <li key={at} className={styles.row}>
          <ErrorText error={error} />
          {error.locations.slice(0, 3).map(location => (
            <Button key={`${location.line}:${location.column}`} size="small" onPress={() => onGoTo(location)}>
              Line {location.line}, column {location.column}
            </Button>
          ))}
        </li>
      ))}
      {more > 0 && <li className={styles.more}>{more} more errors are in the body.</li>}
    </ul>
  )
}

function ErrorText({ error: { message, path, code } }: { readonly error: GraphQlError }) {
  return (
    <span className={styles.text}>
      <span className={styles.message}>{revealInvisible(message)}</span>
      {path.length > 0 && <code className={styles.place}>{revealInvisible(graphQlPath(path))}</code>}
      {code !== '' && code !== message && <code className={styles.place}>{revealInvisible(code)}</code>}
    </span>
  )
}
