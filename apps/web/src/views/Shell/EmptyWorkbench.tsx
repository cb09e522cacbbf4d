import { openKinds, requestKinds } from '@parley/model'
import { ClipboardPaste, FolderInput, Plus, Zap } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { KeyHint } from '../../components/buttons/KeyHint.tsx'
import { ActionMenu } from '../../components/menus/ActionMenu.tsx'
import { useDialogs, useWorkbench } from '../../wiring/use-stores.ts'
import { openNewRequest } from '../Request/open-new-request.ts'
import { keepPaste } from '../Shortcuts/held-keys.ts'
import { useShownKeys } from '../Shortcuts/use-shown-keys.ts'
import styles from './EmptyWorkbench.module.css'

const otherKinds = openKinds
  .filter(id => id !== 'http')
  .map(id => ({ id, label: requestKinds[id].name }) as const)

/** Shown while no request is open. */
export function EmptyWorkbench() {
  const workbench = useWorkbench()
  const dialogs = useDialogs()
  const newTabKeys = useShownKeys('newTab')
  const searchKeys = useShownKeys('search')
  usePasteIntoNewRequest()
  const names = otherKinds.map(({ label }) => label)
  return (
    <div className={styles.view}>
      <div className={styles.column}>
        <h1 className={styles.title}>Send your first request</h1>
        <p className={styles.text}>Everything stays on this device. No account is needed.</p>
        <Choice
          icon={<Plus size={16} strokeWidth={1.6} />}
          name={`New ${requestKinds.http.name} request`}
          detail="GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS"
          {...(newTabKeys !== undefined && { keys: newTabKeys })}
          onPress={() => openNewRequest(workbench)}
        />
        <Choice
          icon={<ClipboardPaste size={16} strokeWidth={1.6} />}
          name="Paste a cURL command"
          detail="Paste it into the URL field of any request"
          keys="Mod+V"
          onPress={() => openNewRequest(workbench)}
        />
        <Choice
          icon={<FolderInput size={16} strokeWidth={1.6} />}
          name="Import a collection"
          detail="Postman, Bruno, Insomnia, Hoppscotch, OpenAPI, HAR"
          onPress={() => dialogs.open('import')}
        />
        <ActionMenu
          label="Other request kinds"
          actions={otherKinds}
          onAction={kind => openNewRequest(workbench, kind)}
        >
          <Choice
            icon={<Zap size={16} strokeWidth={1.6} />}
            name={`New ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`}
            detail="Other request kinds"
          />
        </ActionMenu>
        <div className={styles.line} />
        <p className={styles.hint}>
          {searchKeys !== undefined && (
            <span className="line">
              <KeyHint keys={searchKeys} /> Search or run a command
            </span>
          )}
          <span className="line">
            <KeyHint keys="Mod+Enter" /> Send
          </span>
        </p>
      </div>
    </div>
  )
}

interface ChoiceProps {
  readonly icon: ReactNode
  readonly name: string
  readonly detail: string
  readonly keys?: string
  readonly onPress?: () => void
}

function Choice({ icon, name, detail, keys, onPress }: ChoiceProps) {
  return (
    <AriaButton className={styles.choice ?? ''} {...(onPress !== undefined && { onPress })}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.detail}>{detail}</span>
      </span>
      {keys !== undefined && <KeyHint keys={keys} />}
    </AriaButton>
  )
}

/** What is pasted outside of a field goes into the URL of a new request. */
function usePasteIntoNewRequest(): void {
  const workbench = useWorkbench()
  useEffect(() => {
    function handlePaste(event: ClipboardEvent) {
      const { target } = event
      const isInField =
        target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (isInField || text.trim() === '' || document.querySelector('[role="dialog"]') !== null) return
      // The keys are held until the URL has the focus, and the paste with them.
      openNewRequest(workbench)
      keepPaste(event)
    }
    window.addEventListener('paste', handlePaste)
    return () => window.removeEventListener('paste', handlePaste)
  }, [workbench])
}
