import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AuthPorts,
  clearToken,
  getNewAccessToken,
  heldToken,
  type SecretHosts,
  type SignInHost,
  type TokenOwner,
  type TokenState,
  tokenState,
} from '@parley/engine'
import { describeSendFailure, type HttpRequest } from '@parley/model'
import { listenForRedirect } from '@parley/transport'
import type { SignInEvent, UnsavedDrafts, WindowEvent } from '../contract/index.ts'
import { logFault } from '../log-fault.ts'

/** The draft whose token is requested, and the collection or folder that contains it. */
export interface TokenSubject {
  readonly parentId: string | null
  readonly request: HttpRequest
  readonly unsaved?: UnsavedDrafts
}

export interface SignInsOptions {
  readonly ports: Omit<AuthPorts, 'secretHosts'>
  /** Returns the port that asks a window before a secret goes to an origin that a script chose. */
  secretHostsOf(windowId: string): SecretHosts
  /** Returns what a request in a collection or folder inherits, including settings. */
  contextOf(parentId: string | null, drafts?: UnsavedDrafts): Promise<TokenOwner['context']>
  /** Opens a page in the user's browser; returns false if no browser can be started. */
  openBrowser(url: string): boolean
  notifyWindow(windowId: string, event: WindowEvent): void
  /** Called when a window got its token, for which the user may have gone to the browser. */
  onGiven?(windowId: string): void
}

/** Get New Access Token and the other token commands of the Authorization tab (behaviour 5.2). */
export class SignIns {
  readonly #options: SignInsOptions
  readonly #running = new Map<string, AbortController>()

  constructor(options: SignInsOptions) {
    this.#options = options
  }

  async state(subject: TokenSubject): Promise<TokenState> {
    return tokenState(await this.#ownerOf(subject), this.#options.ports)
  }

  /** Returns the stored token itself, to be copied; null if there is none. */
  async text(subject: TokenSubject): Promise<string | null> {
    return heldToken(await this.#ownerOf(subject), this.#options.ports)
  }

  async clear(subject: TokenSubject): Promise<void> {
    await clearToken(await this.#ownerOf(subject), this.#options.ports)
  }

  /** Starts a sign-in and returns at once; the window is notified of its progress. */
  start(windowId: string, signInId: string, subject: TokenSubject): void {
    const cancel = new AbortController()
    this.#running.set(signInId, cancel)
    const notify = (progress: SignInEvent['progress']) =>
      this.#options.notifyWindow(windowId, { type: 'signIn', signInId, progress })
    notify({ state: 'running', page: null, code: null })
    const ports = { ...this.#options.ports, secretHosts: this.#options.secretHostsOf(windowId) }
    void this.#run(subject, ports, cancel.signal, notify)
      .then(isGiven => isGiven && this.#options.onGiven?.(windowId))
      .catch(error => {
        logFault('getting a token', error)
        notify({
          state: 'failed',
          sentence: 'A bug in Parley stopped the request for a token.',
          nextStep: '',
        })
      })
      .finally(() => this.#running.delete(signInId))
  }

  /** Returns false if the sign-in had already ended. */
  cancel(signInId: string): boolean {
    const running = this.#running.get(signInId)
    running?.abort()
    return running !== undefined
  }

  close(): void {
    for (const running of this.#running.values()) running.abort()
  }

  async #run(
    subject: TokenSubject,
    ports: AuthPorts,
    signal: AbortSignal,
    notify: (progress: SignInEvent['progress']) => void,
  ): Promise<boolean> {
    const owner = await this.#ownerOf(subject)
    const given = await getNewAccessToken(owner, ports, this.#hostFor(notify), signal)
    if (given.ok) notify({ state: 'given' })
    else if (given.failure.kind === 'cancelled') notify({ state: 'cancelled' })
    else notify({ state: 'failed', ...describeSendFailure(given.failure) })
    return given.ok
  }

  #hostFor(notify: (progress: SignInEvent['progress']) => void): SignInHost {
    return {
      listen: (callbackUrl, state) => listenForRedirect({ callbackUrl, state }),
      openBrowser: async url => {
        const isOpened = this.#options.openBrowser(url)
        notify({ state: 'running', page: { url, isOpened }, code: null })
      },
      showDeviceCode: code => notify({ state: 'running', page: null, code }),
      wait: (milliseconds, signal) =>
        sleep(milliseconds, undefined, { signal }).catch(error => {
          if (!signal.aborted) throw error
        }),
    }
  }

  async #ownerOf({ parentId, request, unsaved }: TokenSubject): Promise<TokenOwner> {
    return { request, context: await this.#options.contextOf(parentId, unsaved) }
  }
}
