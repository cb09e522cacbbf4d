import { useWorkbench } from '../../wiring/use-stores.ts'
import type { RequestTab } from '../../workbench/tabs/request-tab.ts'
import { MethodPicker } from './MethodPicker.tsx'
import { SendButton } from './SendButton.tsx'
import { UrlField } from './UrlField.tsx'
import styles from './UrlRow.module.css'

export interface UrlRowProps {
  readonly tab: RequestTab
}

/** Method, URL and Send. */
export function UrlRow({ tab }: UrlRowProps) {
  const workbench = useWorkbench()
  return (
    <div className={styles.row}>
      <div className={styles.url}>
        <MethodPicker
          method={tab.draft.method}
          onChoose={method => workbench.editDraft(tab.id, draft => ({ ...draft, method }))}
        />
        <UrlField />
      </div>
      <SendButton tab={tab} />
    </div>
  )
}
