import type { AssistantSettings } from '@parley/model'
import { Checkbox } from '../../components/buttons/Checkbox.tsx'
import { NumberField } from '../../components/fields/NumberField.tsx'
import styles from './AssistantPage.module.css'

export interface MaySeeProps {
  readonly assistant: AssistantSettings
  readonly onChange: (patch: Partial<AssistantSettings>) => void
}

/** What is ticked when a question is composed. */
export function MaySee({ assistant, onChange }: MaySeeProps) {
  const { seesHeaders, seesBody, bodyKilobytes, seesVariables } = assistant
  return (
    <div className={styles.stack}>
      <span className={styles.check}>
        <Checkbox
          label="Request and response headers"
          isSelected={seesHeaders}
          onChange={() => onChange({ seesHeaders: !seesHeaders })}
        />
        <span aria-hidden="true">Request and response headers</span>
      </span>
      <span className={styles.check}>
        <Checkbox
          label="Response body"
          isSelected={seesBody}
          onChange={() => onChange({ seesBody: !seesBody })}
        />
        <span aria-hidden="true">Response body, the first</span>
        <NumberField
          label="Kilobytes of the response body"
          value={bodyKilobytes}
          min={1}
          max={1024}
          onChange={kilobytes => onChange({ bodyKilobytes: kilobytes })}
        />
        <span aria-hidden="true">KB</span>
      </span>
      <span className={styles.check}>
        <Checkbox
          label="Values of variables"
          isSelected={seesVariables}
          onChange={() => onChange({ seesVariables: !seesVariables })}
        />
        <span aria-hidden="true">Values of variables</span>
      </span>
      <p className={styles.hint}>Secrets are always masked</p>
    </div>
  )
}
