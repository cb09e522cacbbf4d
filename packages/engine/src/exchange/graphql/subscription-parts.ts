import type { HttpRequest, Response } from '@parley/model'
import { memberText } from '../../basics/member-text.ts'
import { chosenBody } from '../../prepare/body/chosen-body.ts'
import { isSubscription } from '../../prepare/kinds/graphql/graphql-operations.ts'
import { MultipartMixedReader, mixedBoundary } from './multipart-mixed.ts'

/** The result of a subscription in a part of a response, or an error of the server that ends it. */
export interface SubscriptionPart {
  /** The JSON of the result as written; of an error the whole part. */
  readonly data: string
  readonly isResult: boolean
  /** The byte of the latest piece after which the part has ended. */
  readonly endInPiece: number
}

/**
 * Returns what separates the parts of a response to a subscription (Apollo, HTTP multipart protocol for subscriptions);
 * null for any other response.
 */
export function subscriptionBoundary(
  request: HttpRequest,
  { headers, content }: Pick<Response, 'headers' | 'content'>,
): string | null {
  if (content.mediaType !== 'multipart/mixed' || request.stream !== undefined) return null
  if (!isSubscription(chosenBody(request))) return null
  const contentType = headers.findLast(({ name }) => name.toLowerCase() === 'content-type')
  return mixedBoundary(contentType?.value ?? content.mediaType)
}

/** Reads the results of a subscription from a response in parts that arrives in pieces. Heartbeats are left out. */
export class SubscriptionPartReader {
  readonly #reader: MultipartMixedReader
  readonly #decoder = new TextDecoder()

  /** @param boundary - of {@link subscriptionBoundary} */
  constructor(boundary: string) {
    this.#reader = new MultipartMixedReader(boundary)
  }

  /** Returns the parts that end in this piece. */
  read(piece: Uint8Array): readonly SubscriptionPart[] {
    const text = this.#decoder.decode(piece, { stream: true })
    const parts: SubscriptionPart[] = []
    let [readTo, endInPiece] = [0, 0]
    for (const { content, restLength } of this.#reader.read(text)) {
      const end = Math.max(readTo, text.length - restLength)
      endInPiece += new TextEncoder().encode(text.slice(readTo, end)).byteLength
      readTo = end
      const part = readPart(content.trim())
      if (part !== null) parts.push({ ...part, endInPiece: Math.min(endInPiece, piece.byteLength) })
    }
    return parts
  }
}

function readPart(text: string): Omit<SubscriptionPart, 'endInPiece'> | null {
  if (text === '') return null
  const part = objectIn(text)
  // Like an event that is no JSON.
  if (part === null) return { data: text, isResult: true }
  if (Object.keys(part).length === 0) return null
  if (!Object.hasOwn(part, 'payload')) return { data: text, isResult: true }
  const payload = memberText(text, 'payload')
  if (payload !== 'null') return { data: payload, isResult: true }
  return Object.hasOwn(part, 'errors') ? { data: text, isResult: false } : null
}

function objectIn(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
