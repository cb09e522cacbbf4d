import type { TokenState } from '@parley/engine'
import { type HttpRequest, newHttpRequest } from '@parley/model'
import type { SignInEvent } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'

/** The draft whose token is meant, and the collection or folder that it is in. */
export interface TokenSubject {
  readonly parentId: string | null
  readonly request: HttpRequest
}

/** How the last Get New Access Token of this window went, and for which draft. */
export type ShownSignIn = { readonly draftId: string; readonly signInId: string } & (
  | SignInEvent['progress']
  | { readonly state: 'asking' }
)

export interface TokensState {
  /** Of the draft that is looked at; null: not known yet. */
  readonly token: TokenState | null
  readonly signIn: ShownSignIn | null
  /** A sentence about the last thing done with the token that failed. */
  readonly problem: string | null
}

export interface TokensPorts {
  readState(subject: TokenSubject): Promise<TokenState>
  readToken(subject: TokenSubject): Promise<string | null>
  clearToken(subject: TokenSubject): Promise<unknown>
  getNew(signInId: string, subject: TokenSubject): Promise<unknown>
  cancel(signInId: string): Promise<boolean>
  copy(text: Promise<string>): Promise<void>
  describeError(error: unknown): string
  newId(): string
  after(delayMs: number, callback: () => void): void
}

/** How long typing rests before the token of what was typed is asked for. */
const restMs = 250

/** The token that the Authorization tab shows (spec 3, 5.2); one draft is looked at at a time. */
export function createTokens(ports: TokensPorts) {
  const store = createStore<TokensState>(() => ({ token: null, signIn: null, problem: null }))
  let subject: TokenSubject | null = null
  let shown = ''
  let question = 0

  async function read(): Promise<void> {
    question += 1
    const mine = question
    if (subject === null) return
    try {
      const token = await ports.readState(subject)
      if (mine === question) store.setState({ token })
    } catch {
      // The banner says that the server is gone; what is shown stays.
    }
  }

  const signInOf = (draftId: string) => {
    const { signIn } = store.getState()
    return signIn?.draftId === draftId ? signIn : null
  }

  return {
    store,
    /** Shows the token of another draft, or of what a draft has become. */
    look(next: TokenSubject): void {
      const key = JSON.stringify(next)
      if (key === shown) return
      const isFirst = shown === ''
      shown = key
      subject = next
      store.setState({ problem: null })
      if (isFirst) void read()
      else ports.after(restMs, () => void (shown === key && read()))
    },
    /** Nothing is looked at any more. */
    leave(): void {
      shown = ''
      subject = null
      question += 1
      store.setState({ token: null, problem: null })
    },
    /** Tokens changed: a send renewed one, or another window did something. */
    refresh: () => void read(),
    signInOf,
    async getNew(draftId: string, asked: TokenSubject): Promise<void> {
      const signInId = ports.newId()
      store.setState({ signIn: { draftId, signInId, state: 'asking' }, problem: null })
      try {
        await ports.getNew(signInId, asked)
      } catch (error) {
        const failed = { state: 'failed', sentence: ports.describeError(error), nextStep: '' } as const
        store.setState({ signIn: { draftId, signInId, ...failed } })
      }
    },
    async cancel(): Promise<void> {
      const { signIn } = store.getState()
      if (signIn === null) return
      try {
        // One that is over, but whose end was not heard, is over here as well.
        if (!(await ports.cancel(signIn.signInId))) store.setState({ signIn: null })
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
    async clear(cleared: TokenSubject): Promise<void> {
      store.setState({ problem: null, signIn: null })
      try {
        await ports.clearToken(cleared)
        await read()
      } catch (error) {
        store.setState({ problem: ports.describeError(error) })
      }
    },
    async copy(copied: TokenSubject): Promise<boolean> {
      try {
        await ports.copy(ports.readToken(copied).then(token => token ?? ''))
        return true
      } catch (error) {
        store.setState({ problem: ports.describeError(error) })
        return false
      }
    },
  }
}

/** A draft without what no token depends on: it is asked for with each change. */
export function tokenSubject(parentId: string | null, draft: HttpRequest): TokenSubject {
  const { auth, variables, settings } = draft
  return { parentId, request: newHttpRequest({ auth, variables, settings }) }
}
