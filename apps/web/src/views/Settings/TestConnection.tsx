import { Check, CircleAlert } from 'lucide-react'
import { Button } from '../../components/buttons/Button.tsx'
import { classNames } from '../../components/class-names.ts'
import { FormRow } from '../../components/fields/TextSetting.tsx'
import styles from './TestConnection.module.css'

/** What a test of a connection does or found; null before it was started. */
export type TestOutcome = { readonly tone: 'quiet' | 'success' | 'danger'; readonly text: string } | null

export interface TestConnectionProps {
  readonly outcome: TestOutcome
  readonly onTest: () => void
}

/** The last row of a form of settings, which tries them. */
export function TestConnection({ outcome, onTest }: TestConnectionProps) {
  const Icon = outcome?.tone === 'success' ? Check : CircleAlert
  return (
    <FormRow label="">
      <div className={styles.test}>
        <Button variant="outlined" onPress={onTest}>
          Test Connection
        </Button>
        <div className={styles.outcome} role="status">
          {outcome?.tone === 'quiet' && <span className="meta">{outcome.text}</span>}
          {outcome !== null && outcome.tone !== 'quiet' && (
            <span className={classNames(styles.words, outcome.tone)}>
              <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
              <span>{outcome.text}</span>
            </span>
          )}
        </div>
      </div>
    </FormRow>
  )
}
