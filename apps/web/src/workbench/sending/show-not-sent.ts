import { type ScriptError, type ScriptNote, shownName } from '@parley/model'
import { requestTab } from '../active-tab.ts'
import { isRequestTab, type RequestTab, tabName } from '../tabs/request-tab.ts'
import type { Toasts } from '../toasts.ts'
import type { Workbench } from '../workbench.ts'
import { type SecretPermissions, withheldSecretOf } from './secret-permissions.ts'

/**
 * Ends what is said about the last send of a tab when it is sent again. Reports sends that a pre-request script stopped
 * (behaviour 3), until their tab is sent again or closed, or another tab is shown: the response pane of its tab shows the error.
 */
export function showNotSent(
  workbench: Pick<Workbench, 'store' | 'activateTab' | 'goToScriptLine'>,
  secretPermissions: Pick<SecretPermissions, 'showSecret'>,
  toasts: Toasts,
): void {
  function nextStep(tabId: string, { owner, phase, line, message }: ScriptError) {
    const secret = withheldSecretOf(message)
    if (secret !== null)
      return { label: `Go to ${shownName(secret)}`, run: () => void secretPermissions.showSecret(secret) }
    return owner === 'request' && line !== null
      ? { label: `Go to line ${line}`, run: () => workbench.goToScriptLine(tabId, phase, line) }
      : { label: 'Go to request', run: () => workbench.activateTab(tabId) }
  }

  async function show(
    tab: RequestTab,
    scriptError: ScriptError,
    notes: readonly ScriptNote[],
  ): Promise<void> {
    const { notSentToast } = await import('./not-sent-toast.ts')
    // It may have been sent again or closed while the words were loaded.
    const state = workbench.store.getState()
    const present = requestTab(state, tab.id)?.send
    if (present?.state !== 'idle' || present.scriptError !== scriptError) return
    const of = { tabId: tab.id, subject: subjectOfSend(tab.id), requestName: tabName(tab) }
    const goTo = state.activeTabId === tab.id ? null : nextStep(tab.id, scriptError)
    toasts.show(notSentToast(of, { ...scriptError, notes }, goTo))
  }

  workbench.store.subscribe(({ tabs }, before) => {
    if (tabs === before.tabs) return
    const known = new Set(before.tabs)
    for (const tab of tabs) {
      if (known.has(tab) || !isRequestTab(tab)) continue
      const earlier = before.tabs.find(({ id }) => id === tab.id)
      const wasAwaiting = earlier !== undefined && isRequestTab(earlier) && earlier.send.state === 'awaiting'
      if (tab.send.state === 'awaiting') {
        if (!wasAwaiting) toasts.dismissOf(subjectOfSend(tab.id))
      } else if (wasAwaiting && tab.send.state === 'idle' && tab.send.scriptError !== undefined) {
        const { scriptError, notes = [] } = tab.send
        void show(tab, scriptError, notes)
      }
    }
  })
}

/** The subject of what is said about the last send of a tab, which disappears when the tab is sent again. */
export function subjectOfSend(tabId: string): string {
  return `send of ${tabId}`
}
