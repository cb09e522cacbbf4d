import { randomBytes } from 'node:crypto'

/** The time within which a ticket must first be used. */
export const ticketLifetimeMs = 30_000

/** What tickets are fetched from. */
export const ticketPath = '/ticket/'

export type TicketPurpose = BodyPurpose | MadeFile

/** Permission to read the body of a response. */
export type BodyPurpose = SingleUse | Playback

interface SingleUse {
  readonly handle: string
  readonly purpose: 'download' | 'preview'
}

/** A film or sound, of which a player reads another range whenever the user seeks. */
interface Playback {
  readonly handle: string
  readonly purpose: 'playback'
  /** The window of the player; the ticket ends with it. */
  readonly windowId: string
}

/** A created file for the user to save. */
export interface MadeFile {
  readonly purpose: 'file'
  readonly fileName: string
  readonly content: string | Uint8Array<ArrayBuffer>
}

/**
 * Addresses for what the browser itself must load (attacks, defence 6). A ticket is valid for one use, except
 * for a playback, which is valid until its player, its window or its body is gone.
 */
export class Tickets {
  readonly #open = new Map<string, TicketPurpose & { readonly validUntil: number }>()
  readonly #now: () => number

  /** @param now - returns milliseconds of a clock that nobody sets */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Returns the ID of a new ticket: 256 random bits. */
  mint(purpose: TicketPurpose): string {
    const now = this.#now()
    for (const [id, ticket] of this.#open) if (ticket.validUntil < now) this.#open.delete(id)
    const id = randomBytes(32).toString('base64url')
    this.#open.set(id, { ...purpose, validUntil: now + ticketLifetimeMs })
    return id
  }

  /**
   * Returns what a ticket is for; the call uses it up or begins the playback. Null if it is unknown, used or
   * expired.
   */
  redeem(id: string): TicketPurpose | null {
    const ticket = this.#open.get(id)
    this.#open.delete(id)
    if (ticket === undefined || ticket.validUntil < this.#now()) return null
    if (ticket.purpose === 'playback') this.#open.set(id, { ...ticket, validUntil: Number.POSITIVE_INFINITY })
    return ticket
  }

  /** Revokes a ticket; returns false if it does not exist. */
  revoke(id: string): boolean {
    return this.#open.delete(id)
  }

  /** Revokes all playbacks of a window. */
  releaseWindow(windowId: string): void {
    for (const [id, ticket] of this.#open)
      if (ticket.purpose === 'playback' && ticket.windowId === windowId) this.#open.delete(id)
  }
}
