import type { FileBodyStore } from '@parley/appdata'
import { textEncodingOf } from '@parley/engine'
import { downloadName } from '@parley/model'
import { previewPolicy } from '../access/response-policies.ts'
import type { ReceivedBodies } from '../bodies/received-bodies.ts'
import type { ReceivedResponse } from '../bodies/received-response.ts'
import { attachment } from './attachment.ts'
import { byteRangeOf } from './byte-range.ts'
import { followBody } from './follow-body.ts'
import { inertPage } from './inert-page.ts'
import type { BodyPurpose, MadeFile, Tickets } from './tickets.ts'

/** How much of a body each of its readers holds in memory. */
const pieceBytes = 256 * 1024

/** The body of a ticket, and the send that received it or is receiving it. */
export interface TicketSources {
  readonly bodies: FileBodyStore
  readonly received: Pick<ReceivedBodies, 'received' | 'changed'>
}

/** The browser's request, and a way to abort its connection if an incomplete body does not continue. */
export interface TicketRequest {
  /** The fields `Range` and `If-Range`; null if absent. */
  readonly range: string | null
  readonly ifRange: string | null
  readonly abort: () => void
}

/** Uses up a ticket; null if it is unknown or what it is for is gone. */
export function redeemTicket(
  id: string,
  tickets: Pick<Tickets, 'redeem'>,
  sources: TicketSources,
  request: TicketRequest,
): Response | null {
  const ticket = tickets.redeem(id)
  if (ticket?.purpose === 'file') return madeFileResponse(ticket)
  return ticket && ticketResponse(ticket, sources, request)
}

/**
 * Streams the body of a ticket; null if the body was released meanwhile. A download of a growing body
 * continues to its end (behaviour 4.1, Send and download); any other response sends what has arrived, or the
 * requested range of it.
 */
function ticketResponse(
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
  return new Response(streamOf(content, request.abort), {
    headers: {
      ...downloadHeaders(received),
      ...(lengthBytes === null ? {} : { 'Content-Length': lengthBytes }),
      'Cache-Control': 'no-store',
    },
  })
}

/** Returns a created file for download. */
function madeFileResponse({ fileName, content }: MadeFile): Response {
  return new Response(content, {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': attachment(fileName),
      'Cache-Control': 'no-store',
    },
  })
}

/**
 * Whether a browser would read the body as a document with elements; an SVG image is shown as an image only.
 */
function isPage({ response }: ReceivedResponse): boolean {
  const { mediaType } = response.content
  return mediaType !== 'image/svg+xml' && /^text\/(?:html|xsl)$|[/+]xml$/i.test(mediaType)
}

/**
 * Returns a page for preview. XML is also read as HTML: in XML the name of an element can be written in many
 * ways.
 */
function pageResponse(
  handle: string,
  { response }: ReceivedResponse,
  sizeBytes: number,
  { bodies }: TicketSources,
  { abort }: TicketRequest,
): Response {
  const content = inertPage(bytesBetween(handle, 0, sizeBytes, bodies), start =>
    textEncodingOf(start, response.content),
  )
  return new Response(streamOf(content, abort), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': previewPolicy,
      'Cache-Control': 'no-store',
    },
  })
}

/** Returns what has arrived so far and no more: a body may grow while it is read. */
function previewResponse(
  handle: string,
  received: ReceivedResponse,
  sizeBytes: number,
  { bodies }: TicketSources,
  { range: field, ifRange, abort }: TicketRequest,
): Response {
  // Responses name no version of the body, so no version that `If-Range` names can match (RFC 9110 §13.1.5).
  const range = ifRange === null ? byteRangeOf(field, sizeBytes) : null
  const headers = { ...previewHeaders(received), 'Accept-Ranges': 'bytes', 'Cache-Control': 'no-store' }
  if (range === 'unsatisfiable')
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'Content-Range': `bytes */${sizeBytes}` },
    })
  const { first, last } = range ?? { first: 0, last: sizeBytes - 1 }
  return new Response(streamOf(bytesBetween(handle, first, last + 1, bodies), abort), {
    status: range === null ? 200 : 206,
    headers: {
      ...headers,
      'Content-Length': String(last + 1 - first),
      ...(range === null ? {} : { 'Content-Range': `bytes ${first}-${last}/${sizeBytes}` }),
    },
  })
}

/** Throws if the body is released before its end. */
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

/** Returns the announced length of the body, so that the browser can show progress; null if unknown. */
function announcedBytes({ headers }: ReceivedResponse['response']): string | null {
  const fieldOf = (name: string) => headers.find(field => field.name.toLowerCase() === name)?.value
  const length = fieldOf('content-length') ?? ''
  return fieldOf('content-encoding') === undefined && /^\d{1,15}$/.test(length) ? length : null
}

function streamOf(chunks: AsyncGenerator<Uint8Array>, abort: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch {
        // An error of the stream must not be used here, as the server's library would write its text into the
        // file.
        abort()
      }
    },
    // Closes the file when the reader disconnects.
    async cancel() {
      await chunks.return(undefined)
    },
  })
}

/** Limits the stream to the announced length, as more bytes would break the connection. */
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

/**
 * Returns the type that the response names, unless it is not a valid media type (RFC 9110 §8.3.1); it comes
 * from outside.
 */
function previewType({ mediaType, charset }: ReceivedResponse['response']['content']): string {
  const token = /^[\w!#$%&'*+.^`|~-]+$/
  const [type = '', subtype = '', ...rest] = mediaType.split('/')
  if (rest.length > 0 || !token.test(type) || !token.test(subtype)) return 'text/plain'
  return token.test(charset) ? `${mediaType}; charset=${charset}` : mediaType
}
