import type { Result, SendFailure } from '@parley/model'

/** The files that a service definition is read from. */
export interface DefinitionFiles {
  /** Returns the content of a file, or null if there is none; fails if it may not be read. */
  read(path: string): Promise<Result<Uint8Array | null, SendFailure>>
}
