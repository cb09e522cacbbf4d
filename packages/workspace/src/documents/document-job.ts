import { ok, type Result } from '@parley/model'
import {
  collectionKind,
  environmentKind,
  folderKind,
  globalsKind,
  itemKind,
  workspaceKind,
} from '../secrets/stored-format.ts'
import { letsAgentsIn } from './agents-setting.ts'
import type { Damage } from './damage.ts'
import { type ReadDocument, readDocument, writeDocument } from './document.ts'
import {
  collectionFormat,
  type DocumentFormat,
  environmentFormat,
  folderFormat,
  globalsFormat,
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
  | { readonly kind: 'agentsSetting'; readonly text: string }

/** What was read, the text to write, or whether agents may see a file. */
export type DocumentAnswer = Result<ReadDocument<unknown> | string | boolean, Damage>

/** The formats by the names that they have in a job. */
const formats = {
  item: itemFormat,
  folder: folderFormat,
  collection: collectionFormat,
  environment: environmentFormat,
  workspace: workspaceFormat,
  globals: globalsFormat,
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
  if (job.kind === 'agentsSetting') return ok(letsAgentsIn(job.text))
  const format = Object.entries(formats).find(([name]) => name === job.format)?.[1]
  if (format === undefined) throw new Error(`There is no format ${job.format}`)
  // An entity comes from a caller of the same format.
  const asked = format as unknown as DocumentFormat<unknown>
  if (job.kind === 'read') return readDocument(job.bytes, asked)
  return writeDocument(job.entity, asked, job.before)
}
