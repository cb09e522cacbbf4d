import { Search, Settings } from 'lucide-react'
import { Button } from '../../components/buttons/Button.tsx'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { KeyHint } from '../../components/buttons/KeyHint.tsx'
import { useDialogs } from '../../wiring/use-stores.ts'
import { EnvironmentPicker } from '../Environments/EnvironmentPicker.tsx'
import { useShownKeys } from '../Shortcuts/use-shown-keys.ts'
import styles from './TopBar.module.css'
import { WorkspaceButton } from './WorkspaceButton.tsx'

/** The logo, the workspace with its commands, the environment, and the button for the settings. */
export function TopBar() {
  const dialogs = useDialogs()
  const settingsKeys = useShownKeys('openSettings')
  return (
    <header className={styles.bar}>
      <span className={styles.brand}>
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
        <WorkspaceButton />
      </span>
      <SearchButton />
      <span className={styles.end}>
        <EnvironmentPicker />
        <IconButton label="Settings" shortcut={settingsKeys} onPress={() => dialogs.openSettings()}>
          <Settings size={16} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      </span>
    </header>
  )
}

/** Opens the palette; looks like the field that it leads to. */
function SearchButton() {
  const dialogs = useDialogs()
  const keys = useShownKeys('search')
  return (
    <Button className={styles.search} onPress={() => dialogs.open('palette')}>
      <Search size={14} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles.searchText}>Search or run a command</span>
      {keys !== undefined && <KeyHint keys={keys} />}
    </Button>
  )
}
