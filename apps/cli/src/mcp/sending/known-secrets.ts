import type { SecretHider, WithheldValue } from '@parley/engine'

/** More of them would slow down every result; the ones that were sent last are kept. */
const mostKept = 200

/**
 * The secrets that went out, or could have: their values are replaced by their names in everything an agent gets,
 * because servers repeat what they receive.
 */
export class KnownSecrets {
  readonly #byText = new Map<string, WithheldValue>()
  #hider: SecretHider | null = null

  constructor(secrets: readonly WithheldValue[]) {
    this.add(secrets)
  }

  add(secrets: readonly WithheldValue[]): void {
    for (const { name, text } of secrets) {
      if (text === '') continue
      if (!this.#byText.has(text)) this.#hider = null
      this.#byText.delete(text)
      this.#byText.set(text, { name, text })
    }
    for (const text of this.#byText.keys()) {
      if (this.#byText.size <= mostKept) break
      this.#byText.delete(text)
    }
  }

  /** Returns a function that hides the secrets that are known now. */
  async hider(): Promise<HideSecrets> {
    if (this.#hider === null) {
      // Loaded with the first result, because an agent starts the program long before.
      const engine = await import('@parley/engine')
      this.#hider = new engine.SecretHider([...this.#byText.values()])
    }
    const hider = this.#hider
    return text => hider.hide(text)
  }
}

/** Replaces the values of secrets in a text by their names. */
export type HideSecrets = (text: string) => string

/** Hides secrets in all texts of a JSON value, also in names of members. */
export function hideInValue(value: unknown, hide: HideSecrets): unknown {
  if (typeof value === 'string') return hide(value)
  if (Array.isArray(value)) return value.map(one => hideInValue(one, hide))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [hide(name), hideInValue(member, hide)]),
  )
}
