import type { Description, Row } from '../row.ts'

/** The body types of an HTTP request (spec 2.2; Binary file: product decision). */
export type HttpBody = NoBody | RawBody | MultipartBody | UrlEncodedBody | FileBody | GraphQlBody

export interface NoBody {
  readonly type: 'none'
}

/** What the second picker of Raw offers; it sets the generated `Content-Type`. SPARQL comes from files of other clients. */
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
  /** Replaces the media type that the part would be given. */
  readonly contentType?: string
  readonly description?: Description
}

export interface TextPart extends PartFields {
  readonly kind: 'text'
  readonly value: string
  /** Several values under one name in one row, as another client's file may hold them; replaces `value`. */
  readonly values?: readonly string[]
}

/** One part for each path, all under the same name. */
export interface FilePart extends PartFields {
  readonly kind: 'file'
  readonly filePaths: readonly string[]
  /** True where the file held one path as a list of one; kept so that saving changes nothing. */
  readonly isList?: boolean
}

/** `application/x-www-form-urlencoded`. */
export interface UrlEncodedBody {
  readonly type: 'urlEncoded'
  readonly fields: readonly Row[]
}

/** Binary file; of several files the selected one is sent. */
export interface FileBody {
  readonly type: 'file'
  readonly files: readonly BodyFile[]
}

export interface BodyFile {
  readonly filePath: string
  /** Empty: the media type follows from the file name. */
  readonly contentType: string
  readonly selected: boolean
  readonly description?: string
}

export interface GraphQlBody {
  readonly type: 'graphql'
  readonly query: string
  /** The JSON text as typed. */
  readonly variables: string
}

/** Several bodies under titles, as OpenCollection files may hold; the selected one is sent. */
export interface BodyVariant<Body> {
  readonly title: string
  readonly selected: boolean
  readonly body: Body
}
