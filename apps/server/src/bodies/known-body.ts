import type { FileBodyStore } from '@parley/appdata'
import { detectFormat, incrementalBoundary, isText, type TextEncoding, textEncodingOf } from '@parley/engine'
import type { HeaderField, Response } from '@parley/model'
import type { BodyFormat } from '../contract/index.ts'
import { decodePiece, sampleBytes } from './decode-text.ts'

/** What the first bytes of a body show. */
export interface KnownBody {
  readonly encoding: TextEncoding
  readonly format: BodyFormat
  readonly isText: boolean
  /** The boundary of an incremental GraphQL response, whose parts are shown merged; null for any other body. */
  readonly boundary: string | null
}

/** A body, and how it is to be read. */
export interface BodyToKnow {
  readonly handle: string
  readonly format: BodyFormat | 'auto'
  readonly response: Pick<Response, 'content'> & Partial<Pick<Response, 'headers'>>
}

/** Reads the beginning of a body. Null if the handle is unknown. */
export async function readKnownBody(
  bodies: Pick<FileBodyStore, 'read'>,
  { handle, format, response }: BodyToKnow,
): Promise<KnownBody | null> {
  const start = await bodies.read(handle, 0, sampleBytes)
  if (start === null) return null
  const encoding = textEncodingOf(start, response.content)
  const startText = decodePiece(start.subarray(encoding.markBytes), encoding.name, false).text
  const boundary = incrementalBoundary(contentTypeOf(response.headers), startText)
  const detected = boundary === null ? detectFormat(response.content, startText) : 'json'
  return {
    encoding,
    format: format === 'auto' ? detected : format,
    isText: isText(start, encoding.name),
    boundary,
  }
}

function contentTypeOf(headers: readonly HeaderField[] = []): string {
  return headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? ''
}
