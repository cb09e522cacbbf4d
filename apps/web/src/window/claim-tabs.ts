import type { ClaimedTabs, TabsForWindow } from '@parley/server/contract'
import type { WindowIdentity } from '../events/window-identity.ts'
import type { ServerClient } from '../server-client/server-client.ts'
import type { WaitingTabs } from './wait-for-tabs.ts'
import type { WindowContext } from './window-context.ts'

/** The tabs that this window takes over, and their workspace. */
export type TabsOfWindow = TabsForWindow & { readonly workspaceFolder: string }

/**
 * Claims the tabs that were open. From then on changes of the tree arrive as events. Resolves to null if they
 * cannot be read, which a toast reports.
 * @param onWaiting - called if the tabs are not there yet
 */
export async function claimTabs(
  calls: Pick<ServerClient['tabs'], 'claim'>,
  identity: WindowIdentity,
  { toasts, describeError }: Pick<WindowContext, 'toasts' | 'describeError'>,
  onWaiting: () => void,
): Promise<TabsOfWindow | null> {
  const { windowId } = identity
  const sequence = identity.nextSequence()
  let waiting: WaitingTabs | null = null
  try {
    for (let tries = 0; ; tries += 1) {
      const after = tries < lastTabsTries ? identity.after : null
      const claimed = await calls.claim({ windowId, sequence, after, ...waiting?.claim })
      if (isGiven(claimed)) {
        const { problem } = claimed
        if (problem !== null)
          toasts.showError('Unsaved work is locked', `${problem.sentence} ${problem.nextStep}`, {
            asks: true,
          })
        return claimed
      }
      // Most windows get their tabs at once.
      waiting ??= (await import('./after-start.ts')).waitForTabs(toasts, onWaiting)
      await waiting.beforeNext(claimed)
    }
  } catch (error) {
    toasts.showError('Tabs not restored', describeError(error), { asks: true })
    return null
  } finally {
    waiting?.end()
  }
}

function isGiven(claimed: ClaimedTabs & { readonly workspaceFolder: string }): claimed is TabsOfWindow {
  return claimed.state === 'given'
}

/** The number of times to wait for the last tabs of the previous page. */
const lastTabsTries = 40
