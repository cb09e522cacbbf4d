import { shownName } from '@parley/model'
import type { ShownSessionValue } from '@parley/server/contract'
import { Trash2 } from 'lucide-react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { useScripts } from '../../wiring/use-stores.ts'
import { describeSetter } from '../../workbench/variables/describe-variable.ts'
import styles from './SessionValues.module.css'

export interface SessionValuesProps {
  /** The value whose row gets the focus; a new object each time. */
  readonly wanted?: { readonly name: string } | null
}

/** The values of this session, set by scripts or from a data row (behaviour 4.5); they can be removed. */
export function SessionValues({ wanted = null }: SessionValuesProps) {
  const scripts = useScripts()
  const values = useStore(scripts.store, state => state.values)
  return (
    <section className={styles.section} aria-label="Session values">
      <div className={styles.head}>
        <h2 className={styles.title}>Session values</h2>
        <p className={styles.hint}>
          Set by scripts or from a data row. They override variables of the same name and are lost on restart.
        </p>
        {values.length > 0 && (
          <Button size="small" onPress={scripts.clearValues}>
            Clear session values
          </Button>
        )}
      </div>
      {values.length === 0 ? (
        <p className={styles.nothing}>No script has set a value in this session.</p>
      ) : (
        <table className={styles.table} aria-label="Session values">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Value</th>
              <th scope="col">Set by</th>
              <th scope="col">
                <span className="unseen">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {values.map(value => (
              <ValueRow
                key={value.name}
                value={value}
                focusRequest={wanted?.name === value.name ? wanted : null}
                onRemove={() => scripts.removeValue(value.name)}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

interface ValueRowProps {
  readonly value: ShownSessionValue
  readonly focusRequest: object | null
  readonly onRemove: () => void
}

function ValueRow({ value: { name, text, isCut, setBy }, focusRequest, onRemove }: ValueRowProps) {
  return (
    <tr data-wanted={focusRequest !== null || undefined}>
      <th scope="row">{shownName(name)}</th>
      <td title={text}>{shownName(isCut ? `${text}…` : text)}</td>
      <td className={styles.source}>{describeSetter(setBy)}</td>
      <td className={styles.bin}>
        <button
          type="button"
          aria-label={`Remove ${shownName(name)}`}
          title="Remove"
          ref={element => {
            if (focusRequest !== null) element?.focus()
          }}
          onClick={onRemove}
        >
          <Trash2 size={14} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </td>
    </tr>
  )
}
