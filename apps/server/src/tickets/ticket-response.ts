import type { FileBodyStore } from '@parley/appdata'
import { textEncodingOf } from '@parley/engine'
import { previewPolicy } from '../access/response-policies.ts'
import type { ReceivedBodies } from '../bodies/received-bodies.ts'
import type { ReceivedResponse } from '../bodies/received-response.ts'
import { attachment } from './attachment.ts'
import { byteRangeOf } from './byte-range.ts'
import { downloadName } from './download-name.ts'
import { followBody } from './follow-body.ts'
import { inertPage } from './inert-page.ts'
import type { BodyPurpose, MadeFile } from './tickets.ts'

/** As much of a body as is in memory for each that reads it. */
const pieceBytes = 256 * 1024

/** Where the body behind a ticket is, and the send that brought or still brings it. */
export interface TicketSources {
  readonly bodies: FileBodyStore
  readonly received: Pick<ReceivedBodies, 'received' | 'changed'>
}

/** What the browser asked for, and how to end its connection where no more comes of a body that is not whole. */
export interface TicketRequest {
  /** The fields `Range` and `If-Range`, null where there are none. */
  readonly range: string | null
  readonly ifRange: string | null
  readonly breakOff: () => void
}

/**
 * The body behind a ticket, streamed; null where it was given up in between. A download follows a body
 * that still grows to its end (spec 4.1, Send and download); any other shows what is there, or the range
 * of it that was asked for.
 */
export function ticketResponse(
  { handle, purpose }: BodyPurpose,
  sources: TicketSources,
  request: TicketRequest,
): Response | null {
  const received = sources.received.received(handle)
  const sizeBytes = sources.bodies.sizeBytes(handle)
  if (received === null || sizeBytes === null) return null
  if (purpose === 'playback' && !/^(?:audio|video)\//.test(previewType(received.response.content)))
    return null
  if (purpose !== 'download' && isPage(received))
    return pageResponse(handle, received, sizeBytes, sources, request)
  if (purpose !== 'download') return previewResponse(handle, received, sizeBytes, sources, request)
  const isFollowed = received.isGrowing
  const content = isFollowed
    ? followBody(handle, sources.bodies, sources.received)
    : firstBytes(sources.bodies.stream(handle) ?? [], sizeBytes)
  const lengthBytes = isFollowed ? announcedBytes(received.response) : String(sizeBytes)
  return new Response(streamOf(content, request.breakOff), {
    headers: {
      ...downloadHeaders(received),
      ...(lengthBytes === null ? {} : { 'Content-Length': lengthBytes }),
      'Cache-Control': 'no-store',
    },
  })
}

/** A file that was made, to be saved. */
export function madeFileResponse({ fileName, content }: MadeFile): Response {
  return new Response(content, {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': attachment(fileName),
      'Cache-Control': 'no-store',
    },
  })
}

/** Whether a browser would read the body as a document with elements; an SVG image is shown as an image only. */
function isPage({ response }: ReceivedResponse): boolean {
  const { mediaType } = response.content
  return mediaType !== 'image/svg+xml' && /^text\/(?:html|xsl)$|[/+]xml$/i.test(mediaType)
}

/** A page to look at. XML is read as HTML too: in XML the name of an element can be written in many ways. */
function pageResponse(
  handle: string,
  { response }: ReceivedResponse,
  sizeBytes: number,
  { bodies }: TicketSources,
  { breakOff }: TicketRequest,
): Response {
  const content = inertPage(bytesBetween(handle, 0, sizeBytes, bodies), start =>
    textEncodingOf(start, response.content),
  )
  return new Response(streamOf(content, breakOff), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': previewPolicy,
      'Cache-Control': 'no-store',
    },
  })
}

/** What is there now, and no more of it: a body may grow while it is read. */
function previewResponse(
  handle: string,
  received: ReceivedResponse,
  sizeBytes: number,
  { bodies }: TicketSources,
  { range: field, ifRange, breakOff }: TicketRequest,
): Response {
  // No answer names a version of the body, so none that `If-Range` names is this one (RFC 9110 §13.1.5).
  const range = ifRange === null ? byteRangeOf(field, sizeBytes) : null
  const headers = { ...previewHeaders(received), 'Accept-Ranges': 'bytes', 'Cache-Control': 'no-store' }
  if (range === 'unsatisfiable')
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'Content-Range': `bytes */${sizeBytes}` },
    })
  const { first, last } = range ?? { first: 0, last: sizeBytes - 1 }
  return new Response(streamOf(bytesBetween(handle, first, last + 1, bodies), breakOff), {
    status: range === null ? 200 : 206,
    headers: {
      ...headers,
      'Content-Length': String(last + 1 - first),
      ...(range === null ? {} : { 'Content-Range': `bytes ${first}-${last}/${sizeBytes}` }),
    },
  })
}

/** Throws where the body is given up before its end. */
async function* bytesBetween(
  handle: string,
  from: number,
  to: number,
  bodies: Pick<FileBodyStore, 'read'>,
): AsyncGenerator<Uint8Array> {
  for (let offset = from; offset < to; ) {
    const piece = await bodies.read(handle, offset, Math.min(pieceBytes, to - offset))
    if (piece === null || piece.byteLength === 0) throw new Error('The body was given up')
    offset += piece.byteLength
    yield piece
  }
}

function previewHeaders({ response }: ReceivedResponse): Record<string, string> {
  return { 'Content-Type': previewType(response.content), 'Content-Security-Policy': previewPolicy }
}

function downloadHeaders({ response, targetUri }: ReceivedResponse): Record<string, string> {
  return {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': attachment(downloadName(response, targetUri)),
  }
}

/** The length that the body itself will have, so that the browser can show how far it is; null where unknown. */
function announcedBytes({ headers }: ReceivedResponse['response']): string | null {
  const fieldOf = (name: string) => headers.find(field => field.name.toLowerCase() === name)?.value
  const length = fieldOf('content-length') ?? ''
  return fieldOf('content-encoding') === undefined && /^\d{1,15}$/.test(length) ? length : null
}

function streamOf(chunks: AsyncGenerator<Uint8Array>, breakOff: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch {
        // Not as an error of the stream, of which the server's library would write into the file.
        breakOff()
      }
    },
    // Closes the file of a reader that leaves.
    async cancel() {
      await chunks.return(undefined)
    },
  })
}

/** More than the promised length would break the connection. */
async function* firstBytes(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  sizeBytes: number,
): AsyncGenerator<Uint8Array> {
  let leftBytes = sizeBytes
  for await (const chunk of content) {
    if (leftBytes <= 0) return
    yield chunk.subarray(0, leftBytes)
    leftBytes -= chunk.byteLength
  }
}

/** As the response names it, unless it is no media type (RFC 9110 §8.3.1); it came from outside. */
function previewType({ mediaType, charset }: ReceivedResponse['response']['content']): string {
  const token = /^[\w!#$%&'*+.^`|~-]+$/
  const [type = '', subtype = '', ...rest] = mediaType.split('/')
  if (rest.length > 0 || !token.test(type) || !token.test(subtype)) return 'text/plain'
  return token.test(charset) ? `${mediaType}; charset=${charset}` : mediaType
}
