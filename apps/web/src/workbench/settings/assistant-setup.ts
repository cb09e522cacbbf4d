import type { AssistantTestEvent } from '@parley/server/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ServerClient } from '../../server-client/server-client.ts'
import type { WindowContext } from '../../window/window-context.ts'

export interface AssistantSetupState {
  /** The address whose key `isKept` is about. */
  readonly address: string
  /** Whether the server has a key for the address. */
  readonly isKept: boolean
  /** The key as it is typed; it is kept once the field loses the focus. */
  readonly typedKey: string
  /** The names that the service lists. */
  readonly models: readonly string[]
  readonly outcome:
    | { readonly state: 'none' }
    | { readonly state: 'running'; readonly testId: string }
    | { readonly state: 'answered'; readonly model: string; readonly elapsedMs: number }
    | { readonly state: 'listed' }
    | { readonly state: 'failed'; readonly sentence: string; readonly nextStep: string }
}

/** Settings → AI assistant: the API key and Test Connection. */
export function createAssistantSetup(
  calls: Pick<ServerClient['assistant'], 'hasKey' | 'setKey' | 'test'>,
  window: Pick<WindowContext, 'windowId' | 'newId' | 'describeError'>,
) {
  const store = createStore<AssistantSetupState>(() => ({
    address: '',
    isKept: false,
    typedKey: '',
    models: [],
    outcome: { state: 'none' },
  }))
  const fail = (error: unknown) =>
    store.setState({ outcome: { state: 'failed', sentence: window.describeError(error), nextStep: '' } })

  const keys = createKeys(store, calls, fail)

  return {
    store,
    ...keys,
    typeKey: (typedKey: string) => store.setState({ typedKey, outcome: { state: 'none' } }),
    /** Call when the settings have changed, so that the result no longer applies. */
    forget: () => store.setState({ outcome: { state: 'none' } }),
    async run(address: string): Promise<void> {
      if (!(await keys.keepKey(address))) return
      const testId = window.newId()
      store.setState({ outcome: { state: 'running', testId } })
      try {
        await calls.test({ windowId: window.windowId, testId })
      } catch (error) {
        fail(error)
      }
    },
    receive(event: AssistantTestEvent): void {
      const { outcome } = store.getState()
      if (outcome.state !== 'running' || outcome.testId !== event.testId) return
      const { type: _type, testId: _testId, models, ...found } = event
      store.setState({ outcome: found, models })
    },
  }
}

/** What reads, keeps and deletes the keys of addresses. */
function createKeys(
  store: StoreApi<AssistantSetupState>,
  calls: Pick<ServerClient['assistant'], 'hasKey' | 'setKey'>,
  fail: (error: unknown) => void,
) {
  /** Reads whether there is a key for an address. */
  async function load(address: string): Promise<void> {
    store.setState({ address })
    try {
      const { isKept } = await calls.hasKey({ address })
      if (store.getState().address === address) store.setState({ isKept })
    } catch (error) {
      fail(error)
    }
  }

  /** Keeps the typed key for an address; resolves to false if it is not kept. */
  async function keepKey(address: string): Promise<boolean> {
    const { typedKey } = store.getState()
    if (typedKey === '') return true
    try {
      const kept = await calls.setKey({ address, key: typedKey })
      if (kept.state === 'failed') {
        store.setState({ outcome: kept })
        return false
      }
      store.setState({ typedKey: '' })
      await load(address)
      return true
    } catch (error) {
      fail(error)
      return false
    }
  }

  return {
    load,
    keepKey,
    /** Deletes the key of an address. */
    async removeKey(address: string): Promise<void> {
      try {
        const done = await calls.setKey({ address, key: '' })
        if (done.state === 'failed') store.setState({ outcome: done })
      } catch (error) {
        fail(error)
      }
      await load(address)
    },
  }
}
