import type { Description, Row } from '../row.ts'
import type { StreamLimits } from './stream-limits.ts'

/** The body types of an HTTP request (behaviour 2.2; Binary file: product decision). */
export type HttpBody = NoBody | RawBody | MultipartBody | UrlEncodedBody | FileBody | GraphQlBody

export interface NoBody {
  readonly type: 'none'
}

/**
 * The languages of the second picker of Raw; they determine the generated `Content-Type`. SPARQL comes from
 * files of other clients.
 */
export type RawLanguage = 'text' | 'json' | 'xml' | 'html' | 'javascript' | 'yaml' | 'sparql'

export interface RawBody {
  readonly type: 'raw'
  readonly language: RawLanguage
  readonly text: string
}

/** `multipart/form-data` (RFC 7578). */
export interface MultipartBody {
  readonly type: 'multipart'
  readonly parts: readonly MultipartPart[]
}

export type MultipartPart = TextPart | FilePart

interface PartFields {
  readonly name: string
  readonly enabled: boolean
  /** Replaces the generated media type of the part. */
  readonly contentType?: string
  readonly description?: Description
}

export interface TextPart extends PartFields {
  readonly kind: 'text'
  readonly value: string
  /** Several values with one name in one row, as files of other clients may contain; replaces `value`. */
  readonly values?: readonly string[]
}

/** One part per path, all with the same name. */
export interface FilePart extends PartFields {
  readonly kind: 'file'
  readonly filePaths: readonly string[]
  /** True if the file had a list with one path, so that saving does not change it. */
  readonly isList?: boolean
}

/** `application/x-www-form-urlencoded`. */
export interface UrlEncodedBody {
  readonly type: 'urlEncoded'
  readonly fields: readonly Row[]
}

/** Binary file. Of several files, the selected one is sent. */
export interface FileBody {
  readonly type: 'file'
  readonly files: readonly BodyFile[]
}

export interface BodyFile {
  readonly filePath: string
  /** Empty means that the media type follows from the file name. */
  readonly contentType: string
  readonly selected: boolean
  readonly description?: string
}

export interface GraphQlBody {
  readonly type: 'graphql'
  readonly query: string
  /** JSON as typed. */
  readonly variables: string
  /** Which of several operations to run; absent: the query has only one. */
  readonly operationName?: string
  /** `extensions` (GraphQL over HTTP, Request Parameters), as typed JSON; absent: none. */
  readonly extensions?: string
  /** Files that are sent as values of variables; absent: none. */
  readonly uploads?: readonly GraphQlUpload[]
  /** How a subscription is sent; absent: as the URL suggests, to the URL of the request. */
  readonly subscription?: GraphQlSubscription
  /** Where the schema comes from; absent: the server is asked for it. */
  readonly schema?: GraphQlSchemaSource
}

/** Where the schema of a GraphQL request comes from, if not from its server. */
export interface GraphQlSchemaSource {
  /** `file` or `none`. A file may have a source that this version does not know. */
  readonly source: string
  /** Of `file`: relative to the folder of the collection, with slashes. */
  readonly path: string
}

/** How the events of a subscription arrive. */
export interface GraphQlSubscription {
  /** The name of a transport. A file may have one that this version does not know. */
  readonly transport: string
  /** Empty: the URL of the request. */
  readonly url: string
  /** JSON as typed, for transports whose connection begins with a message; empty: none. */
  readonly connectionParams: string
  /** What ends it in a run; absent: a run skips the request. */
  readonly runLimits?: StreamLimits
}

/** A file for a variable: `file`, `files.0` or `input.avatar` (GraphQL multipart request specification). */
export interface GraphQlUpload {
  readonly variable: string
  readonly filePath: string
}

/** One of several titled bodies, which OpenCollection files may contain; the selected one is sent. */
export interface BodyVariant<Body> {
  readonly title: string
  readonly selected: boolean
  readonly body: Body
}
