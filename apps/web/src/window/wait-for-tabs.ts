import type { ClaimedTabs } from '@parley/server/contract'
import { goneWindows } from '../events/known-windows.ts'
import type { Toasts } from '../workbench/toasts.ts'

type Waiting = Extract<ClaimedTabs, { state: 'waiting' }>

/** Waits between the calls that claim the tabs. */
export interface WaitingTabs {
  /** What the next call says besides. */
  readonly claim: { readonly gone?: string[] | 'all' }
  /** Resolves when it is time for the next call. */
  beforeNext(claimed: Waiting): Promise<void>
  /** Call when there are no further calls. */
  end(): void
}

const claimAgainMs = 300
/** After this time the user learns what the window waits for. */
const silentMs = 500
const subject = 'waiting for tabs'

const titles: Readonly<Record<Waiting['for'], string>> = {
  otherWindow: 'Waiting for another window…',
  lastTabs: 'Waiting for the last changes…',
  keychain: 'Waiting for the keychain…',
}

/**
 * Waits for tabs that the server does not hand out yet: shows what there is, says after a moment what the window waits for,
 * and offers not to wait. Windows of this browser that are no longer there are not waited for.
 * @param onWaiting - called if the window has to wait at all
 */
export function waitForTabs(toasts: Pick<Toasts, 'show' | 'dismissOf'>, onWaiting: () => void): WaitingTabs {
  const startedAtMs = performance.now()
  let claim: WaitingTabs['claim'] = {}
  let isShown = false
  let goOn = () => {}

  function say(waitsFor: Waiting['for']): void {
    if (isShown || performance.now() - startedAtMs < silentMs) return
    isShown = true
    const openAnyway = () => {
      claim = { gone: 'all' }
      goOn()
    }
    toasts.show({
      kind: 'notice',
      owner: 'page',
      asks: true,
      subject,
      title: titles[waitsFor],
      code: '',
      text: texts[waitsFor],
      ...(waitsFor === 'otherWindow' ? { action: { label: 'Open anyway', run: openAnyway } } : {}),
    })
  }

  return {
    get claim() {
      return claim
    },
    async beforeNext({ for: waitsFor }): Promise<void> {
      if (claim.gone === undefined && waitsFor === 'otherWindow') {
        claim = { gone: [...(await goneWindows())] }
        if (claim.gone?.length !== 0) return
      }
      onWaiting()
      say(waitsFor)
      await new Promise<void>(resolve => {
        goOn = resolve
        setTimeout(resolve, claimAgainMs)
      })
    },
    end: () => toasts.dismissOf(subject),
  }
}

const texts: Readonly<Record<Waiting['for'], string>> = {
  otherWindow: 'It has lost its connection, and its tabs may return there. Open anyway shows them here.',
  lastTabs: 'The page before this one is still saving what you typed.',
  keychain: 'Your tabs are encrypted. Answer the question of your system’s keychain to open them.',
}
