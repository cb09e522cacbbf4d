import { untitledRequest } from '@parley/model'
import { Button as AriaButton } from 'react-aria-components/Button'
import { useStore } from 'zustand'
import { RenameField } from '../../components/fields/RenameField.tsx'
import { useTabNaming } from '../../wiring/use-stores.ts'
import type { ExampleTab } from '../../workbench/tabs/example-tab.ts'
import { type NamedTab, tabName } from '../../workbench/tabs/request-tab.ts'
import styles from '../Request/NameRow.module.css'

/** The name: a click on it, F2 or Ctrl E lets the user type a new one (behaviour 4.1). */
export function TabName({ tab }: { readonly tab: NamedTab | ExampleTab }) {
  const naming = useTabNaming()
  const isRenaming = useStore(naming.store, state => state.tabId === tab.id)
  const name = tab.draft.name === '' ? untitledRequest : tabName(tab)
  if (isRenaming)
    return (
      <RenameField
        name={tab.draft.name}
        onRename={typed => naming.rename(tab.id, typed)}
        onCancel={naming.stop}
        onEnded={focusName}
      />
    )
  return (
    <h1 className={styles.name}>
      <AriaButton
        id={nameId}
        aria-label={`Rename ${name}`}
        className={styles.rename ?? ''}
        onPress={() => naming.start(tab.id)}
      >
        {name}
      </AriaButton>
    </h1>
  )
}

const nameId = 'request-name'

/** Focuses the name once it is shown again. */
function focusName(): void {
  requestAnimationFrame(() => document.getElementById(nameId)?.focus())
}
