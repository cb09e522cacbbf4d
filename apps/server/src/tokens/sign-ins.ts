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
import type { SignInEvent, WindowEvent } from '../contract/index.ts'
import { logFault } from '../log-fault.ts'

/** The draft whose token is meant, and the collection or folder that it is in. */
export interface TokenSubject {
  readonly parentId: string | null
  readonly request: HttpRequest
}

export interface SignInsOptions {
  readonly ports: Omit<AuthPorts, 'secretHosts'>
  /** Asks a window before a secret goes to an origin that a script chose. */
  secretHostsOf(windowId: string): SecretHosts
  /** What a request below a collection or folder inherits, settings included. */
  contextOf(parentId: string | null): Promise<TokenOwner['context']>
  /** Shows a page in the user's browser; false where there is none to be started. */
  openBrowser(url: string): boolean
  tellWindow(windowId: string, event: WindowEvent): void
}

/** Get New Access Token and what else the Authorization tab does with tokens (spec 5.2). */
export class SignIns {
  readonly #options: SignInsOptions
  readonly #running = new Map<string, AbortController>()

  constructor(options: SignInsOptions) {
    this.#options = options
  }

  async state(subject: TokenSubject): Promise<TokenState> {
    return tokenState(await this.#ownerOf(subject), this.#options.ports)
  }

  /** The held token itself, to be copied; null where there is none. */
  async text(subject: TokenSubject): Promise<string | null> {
    return heldToken(await this.#ownerOf(subject), this.#options.ports)
  }

  async clear(subject: TokenSubject): Promise<void> {
    await clearToken(await this.#ownerOf(subject), this.#options.ports)
  }

  /** Begins and returns at once; the window is told how it goes on. */
  start(windowId: string, signInId: string, subject: TokenSubject): void {
    const cancel = new AbortController()
    this.#running.set(signInId, cancel)
    const tell = (progress: SignInEvent['progress']) =>
      this.#options.tellWindow(windowId, { type: 'signIn', signInId, progress })
    tell({ state: 'running', page: null, code: null })
    const ports = { ...this.#options.ports, secretHosts: this.#options.secretHostsOf(windowId) }
    void this.#run(subject, ports, cancel.signal, tell)
      .catch(error => {
        logFault('getting a token', error)
        tell({ state: 'failed', sentence: 'Parley has a bug: no token was asked for.', nextStep: '' })
      })
      .finally(() => this.#running.delete(signInId))
  }

  /** False where it had ended before. */
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
    tell: (progress: SignInEvent['progress']) => void,
  ): Promise<void> {
    const owner = await this.#ownerOf(subject)
    const given = await getNewAccessToken(owner, ports, this.#hostFor(tell), signal)
    if (given.ok) tell({ state: 'given' })
    else if (given.failure.kind === 'cancelled') tell({ state: 'cancelled' })
    else tell({ state: 'failed', ...describeSendFailure(given.failure) })
  }

  #hostFor(tell: (progress: SignInEvent['progress']) => void): SignInHost {
    return {
      listen: (callbackUrl, state) => listenForRedirect({ callbackUrl, state }),
      openBrowser: async url => {
        const isOpened = this.#options.openBrowser(url)
        tell({ state: 'running', page: { url, isOpened }, code: null })
      },
      showDeviceCode: code => tell({ state: 'running', page: null, code }),
      wait: (milliseconds, signal) =>
        sleep(milliseconds, undefined, { signal }).catch(error => {
          if (!signal.aborted) throw error
        }),
    }
  }

  async #ownerOf({ parentId, request }: TokenSubject): Promise<TokenOwner> {
    return { request, context: await this.#options.contextOf(parentId) }
  }
}
