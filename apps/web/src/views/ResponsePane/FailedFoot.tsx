import { describeSendFailure, type SendFailure } from '@parley/model'
import { Button } from '../../components/buttons/Button.tsx'
import { classNames } from '../../components/class-names.ts'
import styles from './ResponseFoot.module.css'

export interface FailedFootProps {
  readonly failure: SendFailure
  readonly onRetry: () => void
}

/** Says why the body above is incomplete, with Retry. */
export function FailedFoot({ failure, onRetry }: FailedFootProps) {
  const { sentence, nextStep } = describeSendFailure(failure)
  return (
    <div className={classNames(styles.foot, styles.danger)} role="alert">
      <p className={styles.text}>
        <strong>Request failed</strong> {sentence} {nextStep} ({failure.code})
      </p>
      <Button variant="outlined" size="small" onPress={onRetry}>
        Retry
      </Button>
    </div>
  )
}
