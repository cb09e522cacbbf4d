import type { SecretHider, WithheldValue } from '@parley/engine'

/** More tokens that only went out would slow down every result; the last ones are kept. */
const mostSent = 200

/** Names can be shorter than the values that they replace. */
const searchedRatio = 4

/**
 * The secrets that went out, or could have: their values are replaced by their names in everything an agent gets,
 * because servers repeat what they receive.
 */
export class KnownSecrets {
  /** Those of this device and of the command line, by their values. */
  readonly #stored = new Map<string, WithheldValue>()
  /** Those that sends got, such as tokens. */
  readonly #sent = new Map<string, WithheldValue>()
  #hider: SecretHider | null = null
  /** Loaded with the first result, because an agent starts the program long before. */
  #search: ReturnType<typeof searchOf> | null = null

  constructor(stored: readonly WithheldValue[]) {
    this.addStored(stored)
  }

  /** Adds secrets that stay hidden until the server ends. */
  addStored(secrets: readonly WithheldValue[]): void {
    for (const secret of secrets.filter(({ text }) => text !== '' && !this.#stored.has(text))) {
      this.#stored.set(secret.text, secret)
      this.#hider = null
    }
  }

  /** Adds secrets that went out. */
  addSent(secrets: readonly WithheldValue[]): void {
    for (const secret of secrets.filter(({ text }) => text !== '' && !this.#stored.has(text))) {
      if (!this.#sent.delete(secret.text)) this.#hider = null
      this.#sent.set(secret.text, secret)
      const [oldest] = this.#sent.keys()
      if (this.#sent.size > mostSent && oldest !== undefined) this.#sent.delete(oldest)
    }
  }

  /** Returns a function that hides the secrets that are known now. */
  async hider(): Promise<HideSecrets> {
    const hider = await this.#loadHider()
    return text => hider.hide(text)
  }

  /** Returns the beginning of a text with its secrets hidden. The rest of a long text is not searched. */
  async hideStart(text: string, length: number): Promise<string> {
    const hider = await this.#loadHider()
    const searched = text.slice(0, searchedRatio * length)
    const end = searched.length === text.length ? text.length : hider.safeEnd(searched)
    return hider.hide(end === 0 ? text : searched.slice(0, end)).slice(0, length)
  }

  /** Hides the secrets that are known now, for callers that cannot wait: {@link hider} was called before. */
  hide(text: string): string {
    if (this.#search === null) throw new Error('The secrets are searched for before their search is loaded')
    this.#hider ??= this.#search([...this.#stored.values(), ...this.#sent.values()])
    return this.#hider.hide(text)
  }

  async #loadHider(): Promise<SecretHider> {
    this.#search ??= searchOf(await import('@parley/engine'))
    this.#hider ??= this.#search([...this.#stored.values(), ...this.#sent.values()])
    return this.#hider
  }
}

/** Lines of any text divide a secret, and those of an event stream with what is before their data. */
function searchOf({ SecretHider: Hider, anyLineBreaks }: typeof import('@parley/engine')) {
  return (secrets: readonly WithheldValue[]): SecretHider => new Hider(secrets, { gaps: anyLineBreaks })
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
