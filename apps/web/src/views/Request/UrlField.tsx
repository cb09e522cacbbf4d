import { looksLikeCurl } from '@parley/convert'
import { kindOfDraft, requestKinds } from '@parley/model'
import { useContext, useEffect, useRef } from 'react'
import { openUrlField } from '../../editor/url/open-url-field.ts'
import type { UrlField as EditedUrl } from '../../editor/url/url-field.ts'
import type { Library } from '../../library/library.ts'
import {
  useLibrary,
  useNonce,
  useToasts,
  useUsedUrls,
  useVariableEditing,
  useWorkbench,
} from '../../wiring/use-stores.ts'
import { requestTab } from '../../workbench/active-tab.ts'
import { withUrl } from '../../workbench/request/edit-rows.ts'
import { inheritedPlaceId, type RequestTab } from '../../workbench/tabs/request-tab.ts'
import type { Workbench } from '../../workbench/workbench.ts'
import { PaneContext } from './pane-context.ts'
import { pasteCurl, refuseTooLong } from './paste-curl.ts'
import styles from './UrlRow.module.css'

/** The URL of the active tab, or of that of its pane. The editor owns its text and follows the workbench. */
export function UrlField() {
  const paneTabId = useContext(PaneContext)?.tabId ?? null
  const workbench = useWorkbench()
  const toasts = useToasts()
  const library = useLibrary()
  const nonce = useNonce()
  const variableEditing = useVariableEditing()
  const loadUsedUrls = useUsedUrls()
  const parent = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (parent.current === null) return
    const shownId = () => paneTabId ?? workbench.store.getState().activeTabId
    const shownTab = () => requestTab(workbench.store.getState(), shownId())
    const knownVariables = () => {
      const tab = shownTab()
      return library.store.getState().variables[inheritedPlaceId(tab) ?? ''] ?? null
    }
    const field = openUrlField({
      parent: parent.current,
      nonce,
      knownVariables,
      hint() {
        const tab = shownTab()
        return requestKinds[tab === null ? 'http' : kindOfDraft(tab.draft)].pane.urlHint
      },
      suggestUrls: async typed => (await loadUsedUrls())(typed),
      editing: variableEditing,
      onEdit(url) {
        const tabId = shownId()
        if (tabId !== null) workbench.editDraft(tabId, draft => withUrl(draft, url))
      },
      onPaste(text) {
        const tabId = shownId()
        if (tabId === null) return false
        if (!looksLikeCurl(text)) return refuseTooLong(toasts, text, tabId)
        void pasteCurl({ workbench, toasts }, text, { tabId, insert: line => insertInto(tabId, line) })
        return true
      },
      onUndoBefore: () => {
        const tabId = shownId()
        return tabId !== null && workbench.undoReplacement(tabId, { evenIfEdited: true })
      },
      onSend: () => void workbench.sendTab(shownId() ?? ''),
    })
    const insertInto = (tabId: string, line: string) => {
      if (shownId() === tabId) field.insert(line)
      else workbench.editDraft(tabId, draft => withUrl(draft, draft.url + line))
    }
    const stop = followTab(field, shownTab, workbench, library)
    return () => {
      stop()
      field.destroy()
    }
  }, [workbench, toasts, library, nonce, variableEditing, loadUsedUrls, paneTabId])
  return <div ref={parent} className={styles.field} />
}

/** Makes the field show the URL of a tab, until the returned function is called. */
function followTab(
  field: EditedUrl,
  shownTab: () => RequestTab | null,
  { store }: Pick<Workbench, 'store'>,
  library: Pick<Library, 'store'>,
): () => void {
  let wasSending = false
  const showTab = () => {
    const tab = shownTab()
    if (tab === null) return
    field.show(tab.draftId, tab.draft.url)
    const isSending = tab.send.state === 'awaiting'
    if (isSending && !wasSending) field.closeSuggestions()
    wasSending = isSending
  }
  showTab()
  const stops = [store.subscribe(showTab), library.store.subscribe(() => field.updateVariables())]
  return () => {
    for (const stop of stops) stop()
  }
}
