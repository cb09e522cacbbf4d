import { maximumImportBytes } from '@parley/convert'

/** The limits of a source; a larger one is refused before it is read (attacks IM2). */
export interface SourceLimits {
  readonly files: number
  readonly fileBytes: number
  /** The total size of all unpacked files. */
  readonly totalBytes: number
}

/** Several times the largest exports of users. */
export const sourceLimits: SourceLimits = {
  files: 20_000,
  fileBytes: maximumImportBytes,
  totalBytes: 300_000_000,
}
