import { FolderInput, Plus } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { KeyHint } from '../../components/buttons/KeyHint.tsx'
import { useDialogs, useWorkbench } from '../../wiring/use-stores.ts'
import { openNewRequest } from '../Request/open-new-request.ts'
import { useShownKeys } from '../Shortcuts/use-shown-keys.ts'
import styles from './EmptyWorkbench.module.css'

/** Shown while no request is open. */
export function EmptyWorkbench() {
  const workbench = useWorkbench()
  const dialogs = useDialogs()
  const newTabKeys = useShownKeys('newTab')
  return (
    <div className={styles.view}>
      <div className={styles.column}>
        <h1 className={styles.title}>Send your first request</h1>
        <p className={styles.text}>Everything stays on this device.</p>
        <AriaButton className={styles.choice ?? ''} onPress={() => openNewRequest(workbench)}>
          <Plus size={16} strokeWidth={1.6} className={styles.icon} aria-hidden="true" />
          <span className={styles.words}>
            <span className={styles.name}>New HTTP request</span>
            <span className={styles.detail}>GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS</span>
          </span>
          {newTabKeys !== undefined && <KeyHint keys={newTabKeys} />}
        </AriaButton>
        <AriaButton className={styles.choice ?? ''} onPress={() => dialogs.open('import')}>
          <FolderInput size={16} strokeWidth={1.6} className={styles.icon} aria-hidden="true" />
          <span className={styles.words}>
            <span className={styles.name}>Import a collection</span>
            <span className={styles.detail}>Postman, Bruno, Insomnia, Hoppscotch, OpenAPI, HAR</span>
          </span>
        </AriaButton>
        <div className={styles.line} />
        <p className={styles.hint}>
          <KeyHint keys="Mod+Enter" /> Send
        </p>
      </div>
    </div>
  )
}
