import { ORPCError } from '@orpc/client'

/** A call to the server. */
export interface OutgoingCall {
  readonly path: readonly string[]
  readonly input: unknown
  readonly signal?: AbortSignal | undefined
}

/**
 * Ends calls that read a response body when the body is released, and rejects later ones: readers of a body
 * learn of the next send only when they render again.
 */
export class BodyReads {
  /** By handle; aborted controllers are kept, because handles are never reused. */
  readonly #bodies = new Map<string, AbortController>()

  /** Makes a call with the signal that ends it; calls that read no body are made unchanged. */
  async run<Result>(call: OutgoingCall, next: (ended: { signal?: AbortSignal }) => Promise<Result>) {
    const handle = readHandle(call)
    if (handle === null) return await next({})
    const { signal } = this.#body(handle)
    if (signal.aborted) throw gone()
    try {
      return await next({ signal: call.signal ? AbortSignal.any([signal, call.signal]) : signal })
    } catch (error) {
      throw signal.aborted ? gone() : error
    }
  }

  /** Ends all reads of a body, before the server forgets it. */
  abort(handle: string): void {
    this.#body(handle).abort()
  }

  #body(handle: string): AbortController {
    const known = this.#bodies.get(handle) ?? new AbortController()
    this.#bodies.set(handle, known)
    return known
  }
}

function readHandle({ path, input }: OutgoingCall): string | null {
  if (path[0] !== 'bodies' || typeof input !== 'object' || input === null) return null
  return 'handle' in input && typeof input.handle === 'string' ? input.handle : null
}

/** The same message as the server's. */
const gone = () => new ORPCError('NOT_FOUND', { message: 'This response body no longer exists.' })
