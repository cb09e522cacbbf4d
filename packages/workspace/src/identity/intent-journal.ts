import { randomUUID } from 'node:crypto'
import { errorCodeOf } from '@parley/files'
import { failed, type Result } from '@parley/model'
import { notNoted, type WorkspaceFailure } from '../workspace-failure.ts'
import type { Intent, NewIntent } from './intent.ts'
import { type SettleParts, settleIntent, undoIntent } from './settle-intent.ts'

/** The intents of commands that this process runs now: they are not left over. */
const live = new Set<string>()

/** An intent that an ended process left, and whether what it was for is done. */
export interface SettledIntent {
  readonly intent: Intent
  readonly isDone: boolean
}

/** Makes commands safe from a kill: they store an intent, act, and settle it (ADR 30). */
export class IntentJournal {
  readonly #parts: SettleParts

  constructor(parts: SettleParts) {
    this.#parts = parts
  }

  /**
   * Stores an intent, acts, and removes it. If the act fails, IDs and secrets go to where the files are by then.
   * `FILE_CHANGED` says that something else has taken the path. Nothing is done if the intent cannot be stored.
   */
  async during<Value, Failure extends WorkspaceFailure>(
    newIntent: NewIntent,
    act: () => Promise<Result<Value, Failure>>,
  ): Promise<Result<Value, Failure | WorkspaceFailure>> {
    const { identities } = this.#parts
    const intent: Intent = { ...newIntent, intentId: randomUUID() }
    live.add(intent.intentId)
    try {
      await identities.begin(intent)
    } catch (error) {
      live.delete(intent.intentId)
      if (intent.kind === 'create') identities.drop(intent.ids)
      if (errorCodeOf(error) === '') throw error
      return failed(notNoted('path' in intent ? intent.path : intent.from, errorCodeOf(error)))
    }
    try {
      const result = await act()
      if (!result.ok) await this.#settleFailed(intent, result.failure)
      await identities.settle(intent.intentId)
      return result
    } finally {
      live.delete(intent.intentId)
    }
  }

  /** {@link during} for a file that is about to be there, which has a new ID from then on. */
  create<Value, Failure extends WorkspaceFailure>(
    path: string,
    act: () => Promise<Result<Value, Failure>>,
  ): Promise<Result<Value, Failure | WorkspaceFailure>> {
    return this.during({ kind: 'create', path, ids: [this.#parts.identities.create(path)] }, act)
  }

  /**
   * Settles the intents that an ended process left, by what is on the disk, in their order. What cannot be found out
   * now is left for the next start.
   */
  async settleLeft(): Promise<readonly SettledIntent[]> {
    const settled: SettledIntent[] = []
    for (const intent of this.#parts.identities.leftIntents) {
      if (live.has(intent.intentId)) continue
      try {
        settled.push({ intent, isDone: await settleIntent(this.#parts, intent) })
      } catch (error) {
        if (errorCodeOf(error) === '') throw error
      }
    }
    return settled
  }

  async #settleFailed(intent: Intent, failure: WorkspaceFailure): Promise<void> {
    if (failure.code === 'FILE_CHANGED') return undoIntent(this.#parts, intent)
    try {
      await settleIntent(this.#parts, intent)
    } catch (error) {
      // A disk that fails the command may fail this as well; memory then says what the disk last said.
      if (errorCodeOf(error) === '') throw error
    }
  }
}
