/** The most that is worked on in one go, in UTF-16 units. */
export const stepCharacters = 65_536

/** Resolves when everything else that waits has had its turn. */
export function nextTurn(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 0))
}

/** Counts work on texts, and lets something else have its turn after each step of it. */
export class Turns {
  #length = 0

  async worked(length: number): Promise<void> {
    this.#length += length
    if (this.#length <= stepCharacters) return
    this.#length = 0
    await nextTurn()
  }
}
