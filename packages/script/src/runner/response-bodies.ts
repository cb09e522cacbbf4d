/** Where response content lies, as far as scripts read it. */
export interface ResponseBodies {
  /** Null where the handle is not known. */
  sizeBytes(handle: string): number | null
  /** Up to `maxBytes` from `offset`. Null where the handle is not known. */
  read(handle: string, offset: number, maxBytes: number): Promise<Uint8Array | null>
  /** Deletes a body that nobody will ask for again. */
  release(handle: string): Promise<void>
}

/** More than the sandbox could hold as a text. */
const maxBodyBytes = 256 * 1024 * 1024

/** A whole body; null where it cannot be had. Never rejects: a script is told that there is none. */
export async function readWhole(bodies: ResponseBodies, handle: string): Promise<Uint8Array | null> {
  try {
    const size = bodies.sizeBytes(handle)
    return size === null || size > maxBodyBytes ? null : await bodies.read(handle, 0, size)
  } catch {
    return null
  }
}
