import type { MisplacedPath, Result, SendFailure } from '@parley/model'
import type { CompiledDefinitions, StampOf } from './compiled-definitions.ts'

/** The files that a service definition is read from. */
export interface DefinitionFiles {
  /** Returns the content of a file, or null if there is none; fails if it may not be read. */
  read(path: string): Promise<Result<Uint8Array | null, SendFailure>>
  /** Returns where a file is that is missing at its path, if its writer thought that paths start elsewhere; absent: unknown. */
  misplaced?(path: string): Promise<MisplacedPath | null>
  /** Present if what the files define is kept. */
  readonly kept?: { readonly stampOf: StampOf; readonly compiled: CompiledDefinitions }
}
