/** Access to stored response bodies for scripts. */
export interface ResponseBodies {
  /** Returns null if the handle is unknown. */
  sizeBytes(handle: string): number | null
  /** Returns up to `maxBytes` from `offset`, or null if the handle is unknown. */
  read(handle: string, offset: number, maxBytes: number): Promise<Uint8Array | null>
  /** Deletes a body that is no longer needed. */
  release(handle: string): Promise<void>
}

/** More than the sandbox can hold as a text. */
const maxBodyBytes = 256 * 1024 * 1024

/** Reads a whole body; null if it is not available. Never rejects: scripts then see no body. */
export async function readWhole(bodies: ResponseBodies, handle: string): Promise<Uint8Array | null> {
  try {
    const size = bodies.sizeBytes(handle)
    return size === null || size > maxBodyBytes ? null : await bodies.read(handle, 0, size)
  } catch {
    return null
  }
}
