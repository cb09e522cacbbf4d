import type { ScriptError } from '@parley/model'
import { isRequestTab, tabName } from '../tabs/request-tab.ts'
import type { Toasts } from '../toasts.ts'
import type { Workbench } from '../workbench.ts'
import { notSentSubject, notSentToast } from './not-sent-toast.ts'
import { type SecretPermissions, withheldSecretOf } from './secret-permissions.ts'

/**
 * Reports sends that a pre-request script stopped (spec 3), until their tab is sent again or closed, or another tab is shown: the
 * response pane of its tab shows the error.
 */
export function showNotSent(
  workbench: Pick<Workbench, 'store' | 'activateTab' | 'goToScriptLine'>,
  secretPermissions: Pick<SecretPermissions, 'showSecret'>,
  toasts: Toasts,
): void {
  function nextStep(tabId: string, { owner, phase, line, message }: ScriptError) {
    const secret = withheldSecretOf(message)
    if (secret !== null)
      return { label: 'Show the secret', run: () => void secretPermissions.showSecret(secret) }
    return owner === 'request' && line !== null
      ? { label: `Go to line ${line}`, run: () => workbench.goToScriptLine(tabId, phase, line) }
      : { label: 'Go to request', run: () => workbench.activateTab(tabId) }
  }

  workbench.store.subscribe(({ tabs }, before) => {
    if (tabs === before.tabs) return
    const known = new Set(before.tabs)
    for (const tab of tabs) {
      if (known.has(tab) || !isRequestTab(tab)) continue
      const earlier = before.tabs.find(({ id }) => id === tab.id)
      const wasAwaiting = earlier !== undefined && isRequestTab(earlier) && earlier.send.state === 'awaiting'
      if (tab.send.state === 'awaiting') {
        if (!wasAwaiting) toasts.dismissOf(notSentSubject(tab.id))
      } else if (wasAwaiting && tab.send.state === 'idle' && tab.send.scriptError !== undefined) {
        const { scriptError, notes = [] } = tab.send
        const of = { tabId: tab.id, requestName: tabName(tab) }
        toasts.show(notSentToast(of, { ...scriptError, notes }, nextStep(tab.id, scriptError)))
      }
    }
  })
}
