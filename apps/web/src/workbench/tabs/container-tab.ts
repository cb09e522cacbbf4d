import type { ContainerContent } from '@parley/server/contract'
import type { DocumentTab } from '../documents/document.ts'
import type { ScriptTextPart } from '../request/script-part.ts'

/** The inner tabs of a collection or folder, in their order. */
export type ContainerSection = 'docs' | 'headers' | 'authorization' | 'script' | 'variables' | 'protoFiles'

/** Where a collection or folder is. */
export interface ContainerSource {
  readonly containerId: string
  /** The collection or folder around it; null for a collection. */
  readonly parentId: string | null
  /** Names of what is around it, outermost first. */
  readonly path: readonly string[]
}

/** An open collection or folder: what its requests inherit, and its docs (behaviour 2.5). */
export interface ContainerTab extends DocumentTab<ContainerContent> {
  readonly kind: 'collection' | 'folder'
  readonly source: ContainerSource
  /** Whether it was deleted; the content of the tab stays. */
  readonly isLost: boolean
  readonly section: ContainerSection
  /** The variable whose row gets the focus; another object each time. */
  readonly wanted: { readonly name: string } | null
  readonly scriptPart: ScriptTextPart
}
