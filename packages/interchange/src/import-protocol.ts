import type { Result } from '@parley/model'
import type { ImportRefusal } from './import-failure.ts'
import type { ImportProgress, ReadImport } from './read-import.ts'

/** The messages of an import's thread. */
export type FromImportThread =
  | { readonly type: 'progress'; readonly progress: ImportProgress }
  | { readonly type: 'read'; readonly result: Result<ReadImport, ImportRefusal> }
