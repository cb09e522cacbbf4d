import type { BranchContent } from '@parley/server/contract'
import type { ScriptPart } from './script-errors.ts'

/** The inner tabs of a collection or folder, in their order. */
export type BranchSection = 'docs' | 'headers' | 'authorization' | 'script' | 'variables'

/** Where a collection or folder stands. */
export interface BranchSource {
  readonly branchId: string
  /** What it stands in; null for a collection. */
  readonly parentId: string | null
  /** Names of what it stands in, outermost first. */
  readonly path: readonly string[]
}

/** An open page of a collection or folder: what its requests inherit, and its docs (spec 2.5). */
export interface BranchTab {
  readonly kind: 'collection' | 'folder'
  readonly id: string
  readonly source: BranchSource
  /** It was deleted; what the tab holds stays. */
  readonly isLost: boolean
  readonly saved: BranchContent
  /** Of its file, as it was read or saved last; null: it has none yet. */
  readonly version: string | null
  readonly draft: BranchContent
  /** Names the draft to the undo histories of its texts and tables. */
  readonly draftId: string
  readonly section: BranchSection
  readonly scriptPart: ScriptPart
}
