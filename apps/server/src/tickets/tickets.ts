import { randomBytes } from 'node:crypto'

/** How long a ticket may be used first. */
export const ticketLifetimeMs = 30_000

export type TicketPurpose = BodyPurpose | MadeFile

/** To read the body of a response. */
export type BodyPurpose = SingleUse | Playback

interface SingleUse {
  readonly handle: string
  readonly purpose: 'download' | 'preview'
}

/** A film or sound, of which a player reads a range whenever it is moved to another place. */
interface Playback {
  readonly handle: string
  readonly purpose: 'playback'
  /** The window whose player it is: the ticket goes with it. */
  readonly windowId: string
}

/** A file that was made for the user to keep. */
export interface MadeFile {
  readonly purpose: 'file'
  readonly fileName: string
  readonly content: string | Uint8Array<ArrayBuffer>
}

/**
 * Addresses for what the browser itself must load (attacks, defence 6). They are good for one use, but
 * for a playback: that one stays good until its player, its window or its body is gone.
 */
export class Tickets {
  readonly #open = new Map<string, TicketPurpose & { readonly validUntil: number }>()
  readonly #now: () => number

  /** `now`: milliseconds since the epoch. */
  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** The ID of a new ticket: 256 random bits. */
  mint(purpose: TicketPurpose): string {
    const now = this.#now()
    for (const [id, ticket] of this.#open) if (ticket.validUntil < now) this.#open.delete(id)
    const id = randomBytes(32).toString('base64url')
    this.#open.set(id, { ...purpose, validUntil: now + ticketLifetimeMs })
    return id
  }

  /** What a ticket is for; asking uses it up or begins the playback. Null for one unknown, used or too old. */
  redeem(id: string): TicketPurpose | null {
    const ticket = this.#open.get(id)
    this.#open.delete(id)
    if (ticket === undefined || ticket.validUntil < this.#now()) return null
    if (ticket.purpose === 'playback') this.#open.set(id, { ...ticket, validUntil: Number.POSITIVE_INFINITY })
    return ticket
  }

  /** False where there is no such ticket any more. */
  giveUp(id: string): boolean {
    return this.#open.delete(id)
  }

  /** Gives up what a window played. */
  releaseWindow(windowId: string): void {
    for (const [id, ticket] of this.#open)
      if (ticket.purpose === 'playback' && ticket.windowId === windowId) this.#open.delete(id)
  }
}
