import { useStore } from 'zustand'
import { useAppModel } from '../app-model.ts'
import { Button } from '../components/Button.tsx'
import { methodClass } from '../components/MethodBadge.tsx'
import { PickerButton } from '../components/PickerButton.tsx'
import { type RequestTab, shownSend } from '../workbench/request-tab.ts'
import { UrlField } from './UrlField.tsx'
import styles from './UrlRow.module.css'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
const methodChoices = methods.map(method => ({ id: method, label: method, className: methodClass(method) }))

export interface UrlRowProps {
  readonly tab: RequestTab
}

/** Method, URL and Send. */
export function UrlRow({ tab }: UrlRowProps) {
  const { workbench, server } = useAppModel()
  const isGone = useStore(server, state => state.connection === 'refused')
  const isWaiting = shownSend(tab.send).state === 'awaiting'
  return (
    <div className={styles.row}>
      <div className={styles.url}>
        <PickerButton
          label="Method"
          variant="method"
          value={tab.draft.method}
          valueClassName={methodClass(tab.draft.method)}
          choices={methodChoices}
          onChoose={method => workbench.editDraft(tab.id, draft => ({ ...draft, method }))}
        />
        <UrlField />
      </div>
      <Button
        variant="primary"
        size="url"
        isPending={isWaiting}
        isDisabled={isGone}
        onPress={() => void workbench.sendTab(tab.id)}
      >
        Send
      </Button>
    </div>
  )
}
