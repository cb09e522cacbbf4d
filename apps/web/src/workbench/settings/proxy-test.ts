import { formatDuration, type ProxySettings } from '@parley/model'
import type { ProxyTestEvent, ProxyTestOutcome } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import type { ServerClient } from '../../server-client/server-client.ts'
import type { WindowContext } from '../../window/window-context.ts'

export interface ProxyTestState {
  /** The password of this session, as typed in this window. */
  readonly password: string
  readonly outcome:
    | { readonly state: 'none' }
    | { readonly state: 'running'; readonly testId: string }
    | ProxyTestOutcome
}

/** Test Connection, and the password that goes with it (behaviour 5.4). */
export function createProxyTest(
  calls: ServerClient['proxy'],
  window: Pick<WindowContext, 'windowId' | 'newId' | 'describeError'>,
) {
  const store = createStore<ProxyTestState>(() => ({ password: '', outcome: { state: 'none' } }))
  const fail = (error: unknown) =>
    store.setState({ outcome: { state: 'failed', sentence: window.describeError(error), nextStep: '' } })
  return {
    store,
    setPassword(password: string): void {
      store.setState({ password, outcome: { state: 'none' } })
      calls.setPassword({ password }).catch(fail)
    },
    /** Call when the settings have changed, so that the result no longer applies. */
    forget: () => store.setState({ outcome: { state: 'none' } }),
    async run(proxy: ProxySettings): Promise<void> {
      const testId = window.newId()
      store.setState({ outcome: { state: 'running', testId } })
      try {
        await calls.test({ windowId: window.windowId, testId, proxy })
      } catch (error) {
        fail(error)
      }
    },
    receive(event: ProxyTestEvent): void {
      const { outcome } = store.getState()
      if (outcome.state !== 'running' || outcome.testId !== event.testId) return
      const { type: _type, testId: _testId, ...found } = event
      store.setState({ outcome: found })
    },
  }
}

/** Returns what Test Connection found, in the words of the page. */
export function describeTested({
  https,
  http,
  elapsedMs,
}: Extract<ProxyTestOutcome, { readonly state: 'connected' }>): string {
  if (https === null && http === null) return 'The system has no proxy: requests are sent directly'
  const connected = `Connected in ${formatDuration(elapsedMs)}`
  if (https === null) return `${connected} for http URLs; https URLs are sent directly`
  return http === null ? `${connected} for https URLs; http URLs are sent directly` : connected
}
