import type { UpdatesEvent } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import type { ServerClient } from '../../server-client/server-client.ts'
import type { WindowContext } from '../../window/window-context.ts'

export type UpdatesState = UpdatesEvent['state'] | { readonly kind: 'notSent'; readonly sentence: string }

/** Settings → About → Check for updates. All windows show the same check. */
export function createUpdates(
  calls: ServerClient['updates'],
  window: Pick<WindowContext, 'describeError' | 'toasts'>,
) {
  const store = createStore<UpdatesState>(() => ({ kind: 'none' }))
  const become = (state: UpdatesState) => store.setState(state, true)
  const fail = (error: unknown) => become({ kind: 'notSent', sentence: window.describeError(error) })
  return {
    store,
    check: () => void calls.check().catch(fail),
    cancel: () => void calls.cancel().catch(fail),
    receive({ isAtStart, state }: UpdatesEvent): void {
      become(state)
      if (!isAtStart || state.kind !== 'newer') return
      window.toasts.show({
        kind: 'notice',
        owner: 'page',
        title: `Parley ${state.version} is available`,
        code: '',
        text: 'The link is in Settings → About.',
        subject: 'updates',
      })
    },
  }
}
