import { shownName } from '@parley/model'
import type { ShownSessionValue } from '@parley/server/contract'
import { Button } from '../../components/buttons/Button.tsx'
import { describeSetter } from '../../workbench/variables/describe-variable.ts'
import styles from './SessionMark.module.css'

export interface SessionMarkProps {
  readonly value: ShownSessionValue
  /** Whether the variable of the row is a secret, whose value is not shown. */
  readonly isMasked: boolean
  readonly onClear: () => void
}

/** Says in the row of a variable that sends use a value of the session instead (behaviour 4.5), and removes that value. */
export function SessionMark({ value: { name, text, setBy }, isMasked, onClear }: SessionMarkProps) {
  const shown = isMasked ? '••••••' : shownName(text)
  return (
    <span className={styles.mark} title={`${shown}, set by ${describeSetter(setBy)}`}>
      <span className={styles.words}>
        {'iteration' in setBy ? 'a data row' : 'a script'} set <code className={styles.value}>{shown}</code>{' '}
        in this session
      </span>
      <Button size="small" aria-label={`Clear the session value of ${shownName(name)}`} onPress={onClear}>
        Clear
      </Button>
    </span>
  )
}
