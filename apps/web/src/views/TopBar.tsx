import { ChevronDown, Settings } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { useStore } from 'zustand'
import { useAppModel } from '../app-model.ts'
import { ActionMenu } from '../components/ActionMenu.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { EnvironmentPicker } from './Environments/EnvironmentPicker.tsx'
import styles from './TopBar.module.css'
import { useShownKeys } from './use-shown-keys.ts'

const workspaceActions = [
  { id: 'import', label: 'Import' },
  { id: 'export', label: 'Export' },
] as const

/** The mark, the workspace with what is done with the whole of it, the environment, and the way to the settings. */
export function TopBar() {
  const { library, dialogs, openExport } = useAppModel()
  const settingsKeys = useShownKeys('openSettings')
  const name = useStore(library.store, state => state.tree?.workspaceName ?? '')
  return (
    <header className={styles.bar}>
      <span className={styles.mark}>
        <svg
          viewBox="0 0 16 16"
          width="18"
          height="18"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.7"
          strokeLinejoin="round"
          strokeLinecap="round"
          role="img"
          aria-label="Parley"
        >
          <path d="M2 3.5h7.5v6H5L2 12z" />
          <path d="M12 6.5h2v8L11.5 12H7" />
        </svg>
      </span>
      <ActionMenu
        label="Workspace"
        actions={workspaceActions}
        onAction={id => (id === 'import' ? dialogs.open('import') : openExport(null))}
      >
        <AriaButton className={styles.workspace ?? ''} aria-label={`Workspace: ${name}`}>
          <span className={styles.name}>{name}</span>
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
        </AriaButton>
      </ActionMenu>
      <span className={styles.end}>
        <EnvironmentPicker />
        <IconButton label="Settings" shortcut={settingsKeys} onPress={() => dialogs.open('settings')}>
          <Settings size={16} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      </span>
    </header>
  )
}
