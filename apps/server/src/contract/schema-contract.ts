import { oc, type } from '@orpc/contract'
import type { SchemaAnswer, SchemaFormat } from '@parley/engine'
import * as z from 'zod'
import { id, inheritedPlace, request, windowId } from './contract-inputs.ts'
import type { DescribedProblem, Ticket } from './messages.ts'

/** The draft whose schema is meant, and the collection or folder that contains it. */
const subject = { ...inheritedPlace, requestId: id, request }
/** A schema file, as a request names it. */
const schemaFile = { path: z.string().min(1).max(4096), parentId: id.nullable() }
const schemaKey = z.string().regex(/^[0-9a-f]{64}$/)

/** A schema that the server has. Its text is read with a ticket. */
export interface ShownSchema {
  /** Names what it is the schema of. */
  readonly key: string
  readonly format: SchemaFormat
  /** Milliseconds since the epoch; a newer schema of the same key has another. */
  readonly fetchedAt: number
}

/** Why there is no schema. */
export interface SchemaProblem extends DescribedProblem {
  readonly code: string
  /** The response, if there was one. */
  readonly answer: SchemaAnswer | null
}

/** The progress of fetching a schema. */
export interface SchemaEvent {
  readonly type: 'schema'
  readonly fetchId: string
  readonly progress:
    | { readonly state: 'fetching' | 'cancelled' }
    | { readonly state: 'fetched'; readonly schema: ShownSchema }
    | { readonly state: 'failed'; readonly problem: SchemaProblem }
    /** After the end: the files that it came from have changed. */
    | { readonly state: 'changed' }
}

/** The schema of a file in the workspace. */
export interface FileSchema {
  /** What the file has, or had when it could be read last; null: nothing was ever read. */
  readonly schema: ShownSchema | null
  /** The last one that a page could use; null if it is not stored, or is `schema` itself. */
  readonly lastUsable: ShownSchema | null
  /** What is wrong with the file; null: nothing. */
  readonly problem: SchemaProblem | null
}

/** The schema of a file that a window follows, after it has changed. */
export interface SchemaFileEvent extends FileSchema {
  readonly type: 'schemaFile'
  readonly path: string
  readonly parentId: string | null
}

/** The files that may be schemas. */
export interface SchemaFileList {
  /** Below the folder of the collection, with slashes. */
  readonly paths: readonly string[]
  /** False if there are more. */
  readonly isWhole: boolean
}

const schemaFileKinds = ['graphql', 'proto', 'descriptorSet'] as const

/** What a file that is listed may have: a schema of GraphQL, or definitions of gRPC services. */
export type SchemaFileKind = (typeof schemaFileKinds)[number]

/** The calls for the schemas of GraphQL requests and the service definitions of gRPC requests. */
export const schemaContract = {
  /** Returns the stored schema for a request's URL and authorization; null if there is none. */
  find: oc.input(z.strictObject(subject)).output(type<{ readonly schema: ShownSchema | null }>()),
  /** Starts to fetch a schema by introspection, and notifies the window of the progress. */
  fetch: oc
    .input(
      z.strictObject({
        ...subject,
        windowId,
        /** A random ID, chosen by the page. */
        fetchId: z.uuid(),
        /** Whether pre-request scripts run first. */
        runsScripts: z.boolean(),
        /** Whether the user may be asked about secrets; false if the page fetches by itself. */
        mayAsk: z.boolean(),
      }),
    )
    .output(type<Record<string, never>>()),
  /** Returns false if it had already ended. */
  cancel: oc.input(z.strictObject({ fetchId: z.uuid() })).output(type<{ readonly wasRunning: boolean }>()),
  /** Stores a picked file as the schema of a request. */
  takeFile: oc
    .input(z.strictObject({ ...subject, windowId, filePath: z.string().max(4096) }))
    .output(type<{ readonly schema: ShownSchema }>()),
  /** Lists the files that may be schemas in the collection of a request, or in the workspace if it is in none. */
  files: oc
    .input(
      z.strictObject({
        kind: z.enum(schemaFileKinds).default('graphql'),
        parentId: id.nullable().default(null),
      }),
    )
    .output(type<SchemaFileList>()),
  /** Reads a schema file of a request, and notifies the window of its changes until it follows another one. */
  follow: oc.input(z.strictObject({ windowId, ...schemaFile })).output(type<FileSchema>()),
  /** Keeps the schema of a file, which the page could use, until it can use a newer one. */
  keepUsable: oc
    .input(z.strictObject({ ...schemaFile, fetchedAt: z.number() }))
    .output(type<Record<string, never>>()),
  /** Ends the notifications of `follow`. */
  unfollow: oc.input(z.strictObject({ windowId })).output(type<Record<string, never>>()),
  /** Returns a single-use address of a schema's text; null if it is gone. */
  mintTicket: oc.input(z.strictObject({ key: schemaKey })).output(type<Ticket | null>()),
}
