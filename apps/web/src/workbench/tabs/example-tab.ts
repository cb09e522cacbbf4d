import { type HttpRequest, newHttpRequest, type RequestExample } from '@parley/model'
import type { DocumentTab } from '../documents/document.ts'
import { noReplacements } from '../documents/replace-draft.ts'

/** An open example of a request: a request and its response as they were saved. */
export interface ExampleTab extends DocumentTab<RequestExample> {
  readonly kind: 'example'
  /** The request whose file holds it. */
  readonly source: ExampleSource
  readonly requestName: string
  /** Its ID in the tree; null until it was seen there. */
  readonly exampleId: string | null
  /** Its position among the examples of the request when it was last seen. */
  readonly index: number
  /** Its request was deleted, or it was deleted from its request: Save adds it again. */
  readonly isLost: boolean
  readonly section: ExampleSection
  readonly responseSection: 'body' | 'headers'
}

/** The request that holds an example. */
export interface ExampleSource {
  readonly requestId: string
  /** The collection or folder that contains the request. */
  readonly parentId: string
  /** Names of its collection and folders, outermost first. */
  readonly path: readonly string[]
}

/** The sections of the request of an example. */
export type ExampleSection = 'params' | 'headers' | 'body'

/** An example and its place. */
export interface PlacedExample {
  readonly source: ExampleSource
  readonly requestName: string
  readonly exampleId: string
  readonly index: number
  readonly example: RequestExample
  /** The version of the request's file. */
  readonly version: string
}

export function newExampleTab(id: string, { example, version, ...place }: PlacedExample): ExampleTab {
  return {
    kind: 'example',
    id,
    ...place,
    isLost: false,
    saved: example,
    draft: example,
    version,
    draftId: id,
    replacements: noReplacements,
    section: example.request?.body.type === 'none' ? 'params' : 'body',
    responseSection: 'body',
  }
}

type ExampleRequest = NonNullable<RequestExample['request']>
export type ExampleResponse = NonNullable<RequestExample['response']>

/** The request of an example as a draft that tables and URL can edit. */
export function draftOfExample({ request }: RequestExample): HttpRequest {
  return newHttpRequest(request ?? {})
}

/** Returns an example with its request changed. */
export function withExampleRequest(
  example: RequestExample,
  change: (draft: HttpRequest) => HttpRequest,
): RequestExample {
  return { ...example, request: requestPart(change(draftOfExample(example))) }
}

/** The part of a request that an example keeps. */
function requestPart(draft: HttpRequest): ExampleRequest {
  const { method, url, headers, params, pathParams, body } = draft
  return { method, url, headers, params, pathParams, body }
}

const noResponse: ExampleResponse = { statusCode: 0, reasonPhrase: '', headers: [] }

export function responseOfExample({ response }: RequestExample): ExampleResponse {
  return response ?? noResponse
}

/** Returns an example with its response changed. */
export function withExampleResponse(
  example: RequestExample,
  change: (response: ExampleResponse) => ExampleResponse,
): RequestExample {
  return { ...example, response: change(responseOfExample(example)) }
}
