import { revealInvisible, type SendAttempt, type SendFailure } from '@parley/model'
import { Button } from '../../components/buttons/Button.tsx'
import { useSettings } from '../../wiring/use-stores.ts'
import styles from './FailedView.module.css'

export interface UntrustedCertificateProps {
  readonly failure: SendFailure
  readonly attempt: SendAttempt | null
  readonly onRetry: () => void
}

/** The certificates of a server that could not be verified, and a button to make an exception for it. */
export function UntrustedCertificate({ failure, attempt, onRetry }: UntrustedCertificateProps) {
  const settings = useSettings()
  const chain = attempt?.connection?.tls?.certificates ?? []
  if (failure.kind !== 'tls' || chain.length === 0) return null
  const allow = async () => {
    const { exceptions } = settings.store.getState().settings.certificates
    const isKept = await settings.change('certificates', { exceptions: [...exceptions, failure.address] })
    if (isKept) onRetry()
  }
  return (
    <>
      {chain.map((certificate, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: certificates may be the same, and never move.
        <dl key={index} className={styles.facts} aria-label={index === 0 ? 'Certificate' : 'Issuer'}>
          <dt>{index === 0 ? 'Certificate' : 'Issuer'}</dt>
          <dd>{revealInvisible(certificate.subject)}</dd>
          <dt>Issued by</dt>
          <dd>{revealInvisible(certificate.issuer)}</dd>
          <dt>Valid</dt>
          <dd>
            {certificate.validFrom} to {certificate.validTo}
          </dd>
        </dl>
      ))}
      <p className={styles.text}>
        <Button variant="outlined" onPress={() => void allow()}>
          Always trust {failure.address}
        </Button>
      </p>
    </>
  )
}
