import type { Keychain } from './keychain.ts'

/** A keychain that counts its calls and can be locked. */
export class MemoryKeychain implements Keychain {
  readonly texts = new Map<string, string>()
  isLocked = false
  asked = 0

  async read(name: string): Promise<string | null> {
    this.#ask()
    return this.texts.get(name) ?? null
  }

  async write(name: string, text: string): Promise<void> {
    this.#ask()
    this.texts.set(name, text)
  }

  #ask(): void {
    this.asked += 1
    if (this.isLocked) throw new Error('The keychain is locked')
  }
}
