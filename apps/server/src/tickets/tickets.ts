import { randomBytes } from 'node:crypto'

/** How long a ticket may be used, once. */
export const ticketLifetimeMs = 30_000

export interface TicketPurpose {
  readonly handle: string
  readonly purpose: 'download' | 'preview'
}

/** Single-use addresses for what the browser itself must load (attacks, defence 6). */
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

  /** What a ticket is for; it is used up by asking. Null for one that is unknown, used or too old. */
  redeem(id: string): TicketPurpose | null {
    const ticket = this.#open.get(id)
    this.#open.delete(id)
    return ticket !== undefined && ticket.validUntil >= this.#now() ? ticket : null
  }
}
