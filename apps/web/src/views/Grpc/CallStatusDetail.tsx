import { type GrpcState, revealInvisible } from '@parley/model'
import { classNames } from '../../components/class-names.ts'
import { callTone } from '../../workbench/grpc/call-tone.ts'
import styles from './CallStatusDetail.module.css'

/** What a call ended with besides its messages: the message of its status, and the details. Nothing for a plain success. */
export function CallStatusDetail({ state }: { readonly state: GrpcState }) {
  const { code, name, message, details } = state
  if (code === 0 && details.length === 0) return null
  return (
    <section className={styles.status} aria-label="Status of the call">
      <p className={styles.message}>
        <strong className={classNames(styles.code, callTone(code))}>
          {code} {name}
        </strong>{' '}
        {message !== name && revealInvisible(message)}
      </p>
      {details.map((detail, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the details of a status never change.
        <pre key={at} className={styles.detail}>
          {revealInvisible(detail)}
        </pre>
      ))}
    </section>
  )
}
