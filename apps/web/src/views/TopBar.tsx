import { Settings } from 'lucide-react'
import { useStore } from 'zustand'
import { useAppModel } from '../app-model.ts'
import { IconButton } from '../components/IconButton.tsx'
import { EnvironmentPicker } from './Environments/EnvironmentPicker.tsx'
import styles from './TopBar.module.css'
import { useShownKeys } from './use-shown-keys.ts'

/** The mark, the name of the workspace, the environment, and the way to the settings. */
export function TopBar() {
  const { library, dialogs } = useAppModel()
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
      <span className={styles.workspace}>{name}</span>
      <span className={styles.end}>
        <EnvironmentPicker />
        <IconButton label="Settings" shortcut={settingsKeys} onPress={() => dialogs.open('settings')}>
          <Settings size={16} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      </span>
    </header>
  )
}
