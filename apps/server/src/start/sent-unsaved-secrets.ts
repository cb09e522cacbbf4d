import { createHash } from 'node:crypto'
import type { SecretStore } from '@parley/appdata'
import type { WithheldValue } from '@parley/engine'
import { OneAfterTheOther } from '@parley/files'

const kind = 'sent'
const owner = 'unsaved'

/** More than the sends of the history. */
const mostKept = 200

/**
 * The secrets that sends of the page used before they were saved. A server may return them, and the history keeps what
 * servers return, so they are hidden as saved ones are, sealed in the app data. The latest are kept.
 */
export class SentUnsavedSecrets {
  readonly #secrets: Pick<SecretStore, 'getAll' | 'setAll'>
  readonly #writes = new OneAfterTheOther()

  constructor(secrets: Pick<SecretStore, 'getAll' | 'setAll'>) {
    this.#secrets = secrets
  }

  /** While the app data is locked nothing is kept, as the history keeps nothing either. */
  keep(secrets: readonly WithheldValue[]): Promise<void> {
    return this.#writes.run(owner, async () => {
      const kept = await this.#secrets.getAll(kind, owner)
      if (!kept.ok) return
      const added = secrets
        .map(({ name, text }): [string, string] => [`${digest(text)}.${name}`, text])
        .filter(([name]) => !kept.value.has(name))
      if (added.length === 0) return
      await this.#secrets.setAll(kind, owner, new Map([...kept.value, ...added].slice(-mostKept)))
    })
  }
}

/** Returns all of them, with the names of their variables. */
export async function sentUnsavedSecrets(
  secrets: Pick<SecretStore, 'allOf'>,
): ReturnType<SecretStore['allOf']> {
  const all = await secrets.allOf(kind)
  return all.ok
    ? {
        ...all,
        value: all.value.map(({ name, text }) => ({ name: name.slice(name.indexOf('.') + 1), text })),
      }
    : all
}

/** Distinguishes values of one name without revealing them: names are not encrypted. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
