import { useEffect, useRef } from 'react'
import { useAppModel } from '../app-model.ts'
import { createUrlEditor } from '../editor/url-editor.ts'
import { variablesChanged } from '../editor/variable-marks.ts'
import { withUrl } from '../workbench/edit-rows.ts'
import { activeTab } from '../workbench/workbench.ts'
import styles from './UrlRow.module.css'

/** The URL of the active tab, in an editor that owns its text and follows the workbench by itself. */
export function UrlField() {
  const { workbench, library, nonce } = useAppModel()
  const parent = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (parent.current === null) return
    const knownVariables = () => {
      const tab = activeTab(workbench.store.getState())
      return library.store.getState().variables[tab?.source?.parentId ?? ''] ?? null
    }
    const editor = createUrlEditor({
      parent: parent.current,
      nonce,
      knownVariables,
      onEdit(url) {
        const { activeTabId } = workbench.store.getState()
        if (activeTabId !== null) workbench.editDraft(activeTabId, draft => withUrl(draft, url))
      },
      onSend: () => void workbench.sendActiveTab(),
    })
    const showActive = () => {
      const tab = activeTab(workbench.store.getState())
      if (tab !== null) editor.show(tab.id, tab.draft.url)
    }
    showActive()
    const stops = [
      workbench.store.subscribe(showActive),
      library.store.subscribe(() => editor.view.dispatch({ effects: variablesChanged.of(null) })),
    ]
    return () => {
      for (const stop of stops) stop()
      editor.destroy()
    }
  }, [workbench, library, nonce])
  return <div ref={parent} className={styles.field} />
}
