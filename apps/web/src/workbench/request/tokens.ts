import type { TokenState } from '@parley/engine'
import { type HttpRequest, newHttpRequest } from '@parley/model'
import type { SignInEvent } from '@parley/server/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ServerClient } from '../../server-client/server-client.ts'
import type { WindowContext } from '../../window/window-context.ts'

/** The draft that needs a token, and the collection or folder that it is in. */
export interface TokenSubject {
  readonly parentId: string | null
  readonly request: HttpRequest
}

/** The state of the last Get New Access Token of this window, and its draft. */
export type ShownSignIn = { readonly draftId: string; readonly signInId: string } & (
  | SignInEvent['progress']
  | { readonly state: 'asking' }
)

export interface TokensState {
  /** The token of the shown draft; null until it is known. */
  readonly token: TokenState | null
  readonly signIn: ShownSignIn | null
  /** Why the last command on the token failed, as a sentence. */
  readonly problem: string | null
}

/** The calls about tokens. */
export type TokenCalls = Pick<
  ServerClient['auth'],
  'tokenState' | 'readToken' | 'clearToken' | 'getNewAccessToken' | 'cancelSignIn'
>

/** The pause in typing after which the token is requested. */
const restMs = 250

/**
 * The token that the Authorization tab shows (behaviour 3, 5.2); of one draft at a time.
 * @param copy - writes a text to the clipboard, once it is read
 */
export function createTokens(
  calls: TokenCalls,
  window: Pick<WindowContext, 'windowId' | 'newId' | 'after' | 'describeError'>,
  copy: (text: Promise<string>) => Promise<void>,
) {
  const store = createStore<TokensState>(() => ({ token: null, signIn: null, problem: null }))
  let subject: TokenSubject | null = null
  let shown = ''
  let question = 0

  async function read(): Promise<void> {
    question += 1
    const mine = question
    if (subject === null) return
    try {
      const token = await calls.tokenState(subject)
      if (mine === question) store.setState({ token })
    } catch {
      // The banner says that the server is lost; what is shown stays.
    }
  }

  return {
    store,
    /** Shows the token of another draft, or of a changed draft, to which the news of a new token no longer belong. */
    show(next: TokenSubject): void {
      const key = JSON.stringify(next)
      if (key === shown) return
      const isFirst = shown === ''
      shown = key
      subject = next
      store.setState(({ signIn }) => ({
        problem: null,
        signIn: !isFirst && signIn?.state === 'given' ? null : signIn,
      }))
      if (isFirst) void read()
      else window.after(restMs, () => void (shown === key && read()))
    },
    /** Call when no token is shown any more. */
    hide(): void {
      shown = ''
      subject = null
      question += 1
      store.setState({ token: null, problem: null })
    },
    /** Tokens changed: a send renewed one, or another window did something. */
    refresh: () => void read(),
    ...createSignIn(store, calls, window, read),
    ...createStoredToken(store, calls, window, { copy, read }),
  }
}

/** What signs in to get a new token. */
function createSignIn(
  store: StoreApi<TokensState>,
  calls: Pick<TokenCalls, 'getNewAccessToken' | 'cancelSignIn'>,
  window: Pick<WindowContext, 'windowId' | 'newId' | 'describeError'>,
  read: () => Promise<void>,
) {
  return {
    /** Returns the sign-in of a draft; null if there is none. */
    signInOf(draftId: string) {
      const { signIn } = store.getState()
      return signIn?.draftId === draftId ? signIn : null
    },
    async getNew(draftId: string, asked: TokenSubject): Promise<void> {
      const signInId = window.newId()
      store.setState({ signIn: { draftId, signInId, state: 'asking' }, problem: null })
      try {
        await calls.getNewAccessToken({ windowId: window.windowId, signInId, ...asked })
      } catch (error) {
        const failed = { state: 'failed', sentence: window.describeError(error), nextStep: '' } as const
        store.setState({ signIn: { draftId, signInId, ...failed } })
      }
    },
    async cancel(): Promise<void> {
      const { signIn } = store.getState()
      if (signIn === null) return
      try {
        // The sign-in may have ended without an event that reached this window.
        const { wasRunning } = await calls.cancelSignIn({ signInId: signIn.signInId })
        if (!wasRunning) store.setState({ signIn: null })
        await read()
      } catch {
        // The banner says that the server is gone.
      }
    },
    receive({ signInId, progress }: SignInEvent): void {
      const { signIn } = store.getState()
      if (signIn?.signInId !== signInId) return
      store.setState({ signIn: { draftId: signIn.draftId, signInId, ...progress } })
      if (progress.state === 'given') void read()
    },
  }
}

/** What clears and copies the token that is stored. */
function createStoredToken(
  store: StoreApi<TokensState>,
  calls: Pick<TokenCalls, 'clearToken' | 'readToken'>,
  window: Pick<WindowContext, 'describeError'>,
  { copy, read }: { copy(text: Promise<string>): Promise<void>; read(): Promise<void> },
) {
  return {
    async clear(cleared: TokenSubject): Promise<void> {
      store.setState({ problem: null, signIn: null })
      try {
        await calls.clearToken(cleared)
        await read()
      } catch (error) {
        store.setState({ problem: window.describeError(error) })
      }
    },
    async copy(copied: TokenSubject): Promise<boolean> {
      try {
        await copy(calls.readToken(copied).then(({ token }) => token ?? ''))
        return true
      } catch (error) {
        store.setState({ problem: window.describeError(error) })
        return false
      }
    },
  }
}

/** Returns a draft without the parts that no token depends on, because it is sent with each change. */
export function tokenSubject(parentId: string | null, draft: HttpRequest): TokenSubject {
  const { auth, variables, settings } = draft
  return { parentId, request: newHttpRequest({ auth, variables, settings }) }
}
