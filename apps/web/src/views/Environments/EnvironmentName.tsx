import { shownName } from '@parley/model'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { RenameField } from '../../components/fields/RenameField.tsx'
import { useEnvironments } from '../../wiring/use-stores.ts'
import styles from './EnvironmentName.module.css'

export interface EnvironmentNameProps {
  readonly id: string
  readonly name: string
}

const firstVariable = '[data-cell="0:key"] input'

/**
 * The name of an environment; a click, F2 or its menu renames it, and the name of a new one is typed at once.
 */
export function EnvironmentName({ id, name }: EnvironmentNameProps) {
  const environments = useEnvironments()
  const isRenaming = useStore(environments.store, state => state.renamingId === id)
  const button = useRef<HTMLButtonElement>(null)

  async function rename(typed: string): Promise<string | null> {
    const problem = typed.trim() === name ? null : await environments.rename(id, typed)
    if (problem === null) flushSync(environments.endRename)
    return problem
  }

  /** The name, or the first variable of a new environment. */
  function focusNext(): void {
    const name = button.current
    const isNew = environments.store.getState().newId === id
    const first = isNew ? name?.closest('[data-pane]')?.querySelector(firstVariable) : null
    if (first instanceof HTMLElement) first.focus()
    else name?.focus()
  }

  return (
    <h1 className={styles.title}>
      {isRenaming ? (
        <span className={styles.editor}>
          <RenameField
            name={name}
            onRename={rename}
            onCancel={() => flushSync(environments.endRename)}
            onEnded={focusNext}
          />
        </span>
      ) : (
        <button
          ref={button}
          type="button"
          className={styles.name}
          aria-label={`Rename ${shownName(name)}`}
          title={shownName(name)}
          onClick={() => environments.startRename(id)}
        >
          {shownName(name)}
        </button>
      )}
    </h1>
  )
}
