import { looksLikeCurl } from '@parley/convert'
import { kindOfDraft, requestKinds } from '@parley/model'
import { useEffect, useRef } from 'react'
import { openUrlField } from '../../editor/url/open-url-field.ts'
import { useLibrary, useNonce, useToasts, useVariableEditing, useWorkbench } from '../../wiring/use-stores.ts'
import { activeTab } from '../../workbench/active-tab.ts'
import { withUrl } from '../../workbench/request/edit-rows.ts'
import { inheritedPlaceId } from '../../workbench/tabs/request-tab.ts'
import { pasteCurl, refuseTooLong } from './paste-curl.ts'
import styles from './UrlRow.module.css'

/** The URL of the active tab. The editor owns its text and follows the workbench. */
export function UrlField() {
  const workbench = useWorkbench()
  const toasts = useToasts()
  const library = useLibrary()
  const nonce = useNonce()
  const variableEditing = useVariableEditing()
  const parent = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (parent.current === null) return
    const knownVariables = () => {
      const tab = activeTab(workbench.store.getState())
      return library.store.getState().variables[inheritedPlaceId(tab) ?? ''] ?? null
    }
    const field = openUrlField({
      parent: parent.current,
      nonce,
      knownVariables,
      hint() {
        const tab = activeTab(workbench.store.getState())
        return requestKinds[tab === null ? 'http' : kindOfDraft(tab.draft)].pane.urlHint
      },
      editing: variableEditing,
      onEdit(url) {
        const { activeTabId } = workbench.store.getState()
        if (activeTabId !== null) workbench.editDraft(activeTabId, draft => withUrl(draft, url))
      },
      onPaste(text) {
        const { activeTabId: tabId } = workbench.store.getState()
        if (tabId === null) return false
        if (!looksLikeCurl(text)) return refuseTooLong(toasts, text, tabId)
        void pasteCurl({ workbench, toasts }, text, { tabId, insert: line => insertInto(tabId, line) })
        return true
      },
      onUndoBefore: () => {
        const { activeTabId } = workbench.store.getState()
        return activeTabId !== null && workbench.undoReplacement(activeTabId, { evenIfEdited: true })
      },
      onSend: () => void workbench.sendActiveTab(),
    })
    const insertInto = (tabId: string, line: string) => {
      if (workbench.store.getState().activeTabId === tabId) field.insert(line)
      else workbench.editDraft(tabId, draft => withUrl(draft, draft.url + line))
    }
    const showActive = () => {
      const tab = activeTab(workbench.store.getState())
      if (tab !== null) field.show(tab.draftId, tab.draft.url)
    }
    showActive()
    const stops = [
      workbench.store.subscribe(showActive),
      library.store.subscribe(() => field.updateVariables()),
    ]
    return () => {
      for (const stop of stops) stop()
      field.destroy()
    }
  }, [workbench, toasts, library, nonce, variableEditing])
  return <div ref={parent} className={styles.field} />
}
