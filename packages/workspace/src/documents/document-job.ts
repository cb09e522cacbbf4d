import { ok, type Result } from '@parley/model'
import {
  collectionKind,
  environmentKind,
  folderKind,
  globalsKind,
  itemKind,
  workspaceKind,
} from '../secrets/stored-format.ts'
import type { Damage } from './damage.ts'
import { type ReadDocument, readDocument, writeDocument } from './document.ts'
import {
  collectionFormat,
  type DocumentFormat,
  environmentFormat,
  folderFormat,
  itemFormat,
  workspaceFormat,
} from './document-format.ts'

/** Work on one document, as it is given to a thread. */
export type DocumentJob =
  | { readonly kind: 'read'; readonly bytes: Uint8Array; readonly format: string }
  | {
      readonly kind: 'write'
      readonly entity: unknown
      readonly format: string
      readonly before: string | null
    }

/** What was read, or the text to write. */
export type DocumentAnswer = Result<ReadDocument<unknown> | string, Damage>

/** The formats by the names that they have in a job. */
const formats = {
  item: itemFormat,
  folder: folderFormat,
  collection: collectionFormat,
  environment: environmentFormat,
  workspace: workspaceFormat,
  storedItem: itemKind.format,
  storedFolder: folderKind.format,
  storedCollection: collectionKind.format,
  storedEnvironment: environmentKind.format,
  storedWorkspace: workspaceKind.format,
  storedGlobals: globalsKind.format,
}

/** Returns the name that a format has in a job; null if it has none. */
export function nameOfFormat(format: object): string | null {
  return Object.entries(formats).find(([, one]) => one === format)?.[0] ?? null
}

/** Does the work of a job. */
export function answerOf(job: DocumentJob): DocumentAnswer {
  const format = Object.entries(formats).find(([name]) => name === job.format)?.[1]
  if (format === undefined) throw new Error(`There is no format ${job.format}`)
  // An entity comes from a caller of the same format.
  const asked = format as unknown as DocumentFormat<unknown>
  if (job.kind === 'read') return readDocument(job.bytes, asked)
  const text = writeDocument(job.entity, asked, job.before)
  return text.ok ? ok(text.value) : text
}
