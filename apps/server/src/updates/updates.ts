import { type DownloadPorts, downloadBytes } from '@parley/interchange'
import type { AppSettings } from '@parley/model'
import type { UpdatesEvent } from '../contract/index.ts'
import { logFault } from '../log-fault.ts'
import { sendSettingsOf } from '../sends/send-settings-of.ts'
import { readUpdateAnswer } from './read-update-answer.ts'
import { notReached, redirected, refusedStatus, tooLarge, type UpdateFault } from './update-fault.ts'

/** An answer has two short texts. */
const limitBytes = 64 * 1024
/** Nobody waits longer for two short texts, however slowly they come. */
const defaultTimeoutMs = 10_000

export interface UpdatesParts {
  /** The one address that the packager set; null: nothing is ever asked. */
  readonly address: string | null
  readonly version: string
  readonly download: DownloadPorts
  settings(): AppSettings
  publish(event: UpdatesEvent): void
  readonly timeoutMs?: number
}

type State = UpdatesEvent['state']

/**
 * Settings → About → Check for updates. Asks one address for the newest version when the user says so, or at the
 * start if the user switched that on. Nothing is downloaded or opened.
 */
export class Updates {
  readonly #parts: UpdatesParts
  #state: State = { kind: 'none' }
  #asking: AbortController | null = null
  #hasStarted = false
  /** Whether no window that opened has got what the check at the start found. */
  #isNews = false

  constructor(parts: UpdatesParts) {
    this.#parts = parts
  }

  /**
   * Returns the state with which the stream of a window begins; none before the first check. A check at the start may
   * end before the first window listens.
   */
  eventsForWindow(): readonly UpdatesEvent[] {
    if (this.#state.kind === 'none') return []
    const event = this.#event(this.#isNews)
    if (this.#state.kind !== 'asking') this.#isNews = false
    return [event]
  }

  /** Asks if the user switched it on; only the first call does. */
  checkAtStart(): void {
    if (this.#hasStarted) return
    this.#hasStarted = true
    this.#isNews = this.#parts.settings().about.checkForUpdates && this.check(true)
  }

  /** Asks the address, unless it is being asked. Returns false if there is none. */
  check(isAtStart = false): boolean {
    const { address } = this.#parts
    if (address === null) return false
    if (this.#asking !== null) return true
    const asking = new AbortController()
    this.#asking = asking
    this.#become({ kind: 'asking' }, isAtStart)
    void this.#ask(address, asking.signal)
      .then(outcome => {
        if (this.#asking !== asking) return
        this.#asking = null
        this.#become(outcome, isAtStart)
      })
      .catch(error => {
        logFault('a check for updates', error)
        this.cancel()
      })
    return true
  }

  /** Stops asking. */
  cancel(): void {
    if (this.#asking === null) return
    this.#asking.abort(new Error('Cancelled'))
    this.#asking = null
    this.#become({ kind: 'none' }, false)
  }

  close(): void {
    this.#asking?.abort(new Error('The server ends'))
    this.#asking = null
  }

  async #ask(address: string, signal: AbortSignal): Promise<State> {
    const { download, version, timeoutMs = defaultTimeoutMs } = this.#parts
    const settings = { ...sendSettingsOf(this.#parts.settings()), timeoutMs, followRedirects: false }
    const found = await downloadBytes(address, download, signal, { limitBytes, settings })
    if (!found.ok) {
      const { failure } = found
      if (failure.kind === 'cancelled') return { kind: 'none' }
      return failedState(failure.kind === 'tooLarge' ? tooLarge : notReached(failure.failure))
    }
    const { statusCode, headers } = found.value.response
    if (statusCode >= 300 && statusCode < 400)
      return failedState(redirected(headers.find(({ name }) => /^location$/i.test(name))?.value ?? ''))
    if (statusCode !== 200) return failedState(refusedStatus(statusCode))
    const newest = readUpdateAnswer(found.value.bytes, version)
    if (!newest.ok) return failedState(newest.failure)
    return newest.value === null ? { kind: 'current' } : { kind: 'newer', ...newest.value }
  }

  #become(state: State, isAtStart: boolean): void {
    this.#state = state
    this.#parts.publish(this.#event(isAtStart))
  }

  #event(isAtStart: boolean): UpdatesEvent {
    return { type: 'updates', isAtStart, state: this.#state }
  }
}

function failedState(fault: UpdateFault): State {
  return { kind: 'failed', ...fault }
}
