import { randomUUID } from 'node:crypto'
import { errorCodeOf } from '@parley/files'
import { failed, type Result } from '@parley/model'
import { notNoted, type WorkspaceFailure } from '../workspace-failure.ts'
import type { Intent, NewIntent } from './intent.ts'
import { type SettleParts, settleIntent, undoIntent } from './settle-intent.ts'

/** The intents of commands that this process is running, which are not interrupted ones. */
const live = new Set<string>()

/** An intent of an ended process, and whether it was carried out. */
export interface SettledIntent {
  readonly intent: Intent
  readonly isDone: boolean
}

/** Makes commands safe from a kill: each stores an intent, acts, and settles the intent (ADR 30). */
export class IntentJournal {
  readonly #parts: SettleParts

  constructor(parts: SettleParts) {
    this.#parts = parts
  }

  /**
   * Stores an intent, runs the action, and removes the intent. If the action fails, IDs and secrets are
   * updated to match the files. `FILE_CHANGED` means that another file has taken the path. The action does
   * not run if the intent cannot be stored.
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

  /** Does the same as {@link during} for a file to be created, which gets a new ID. */
  create<Value, Failure extends WorkspaceFailure>(
    path: string,
    act: () => Promise<Result<Value, Failure>>,
  ): Promise<Result<Value, Failure | WorkspaceFailure>> {
    return this.during({ kind: 'create', path, ids: [this.#parts.identities.create(path)] }, act)
  }

  /**
   * Settles the intents of ended processes in their order, based on the files on the disk. An intent that
   * cannot be settled now is left for the next start.
   */
  async settleInterrupted(): Promise<readonly SettledIntent[]> {
    const settled: SettledIntent[] = []
    for (const intent of this.#parts.identities.unsettledIntents) {
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
      // The disk that failed the command may fail this as well; memory then keeps the last known state of the
      // disk.
      if (errorCodeOf(error) === '') throw error
    }
  }
}
