import { SecretHider, type WithheldValue } from '@parley/engine'

/** More of them would slow down every result; the ones that were sent last are kept. */
const mostKept = 200

/**
 * The secrets that went out, or could have: their values are replaced by their names in everything an agent gets,
 * because servers repeat what they receive.
 */
export class KnownSecrets {
  readonly #byText = new Map<string, WithheldValue>()
  #hider: SecretHider | null = null

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

  hide(text: string): string {
    this.#hider ??= new SecretHider([...this.#byText.values()])
    return this.#hider.hide(text)
  }

  /** Hides secrets in all texts of a JSON value, also in names of members. */
  hideInValue(value: unknown): unknown {
    if (typeof value === 'string') return this.hide(value)
    if (Array.isArray(value)) return value.map(one => this.hideInValue(one))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [this.hide(name), this.hideInValue(member)]),
    )
  }
}
