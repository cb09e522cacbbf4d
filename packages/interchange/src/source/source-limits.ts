import { maximumImportBytes } from '@parley/convert'

/** What a source may hold; more is refused before it is read (attacks IM2). */
export interface SourceLimits {
  readonly files: number
  readonly fileBytes: number
  /** Of all files together, unpacked. */
  readonly totalBytes: number
}

/** Several times the largest exports that users have. */
export const sourceLimits: SourceLimits = {
  files: 20_000,
  fileBytes: maximumImportBytes,
  totalBytes: 300_000_000,
}
