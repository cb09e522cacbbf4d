import type { FileBodyStore } from '@parley/appdata'
import { previewPolicy } from '../access/response-policies.ts'
import type { ReceivedResponse } from '../sends/sends.ts'
import type { TicketPurpose } from './tickets.ts'

/** The body behind a ticket, streamed; null where it was given up in between. */
export function ticketResponse(
  { handle, purpose }: TicketPurpose,
  received: Pick<ReceivedResponse, 'response' | 'targetUri'>,
  bodies: FileBodyStore,
): Response | null {
  const content = bodies.stream(handle)
  const sizeBytes = bodies.sizeBytes(handle)
  if (content === null || sizeBytes === null) return null
  const { mediaType } = received.response.content
  const headers: Record<string, string> =
    purpose === 'preview'
      ? { 'Content-Type': previewType(received.response.content), 'Content-Security-Policy': previewPolicy }
      : {
          'Content-Type': 'application/octet-stream',
          'Content-Disposition': attachment(fileName(received.targetUri, mediaType)),
        }
  return new Response(streamOf(firstBytes(content, sizeBytes)), {
    headers: { ...headers, 'Content-Length': String(sizeBytes), 'Cache-Control': 'no-store' },
  })
}

function streamOf(chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    // Closes the file of a reader that leaves.
    async cancel() {
      await chunks.return(undefined)
    },
  })
}

/** A body may grow while it is read; more than the promised length would break the connection. */
async function* firstBytes(
  content: AsyncIterable<Buffer<ArrayBuffer>>,
  sizeBytes: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
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

const extensions: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/pdf': 'pdf',
  'application/xml': 'xml',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/plain': 'txt',
}

/** The last segment of the path, made safe on every platform, with an ending that fits the media type. */
function fileName(targetUri: string, mediaType: string): string {
  const path = targetUri.split(/[?#]/)[0] ?? ''
  const segment =
    path
      .replace(/^[a-z]+:\/\/[^/]*/i, '')
      .split('/')
      .filter(Boolean)
      .at(-1) ?? ''
  const safe = segment
    .slice(-200)
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .replace(deviceName, '$&-')
  const [, stem = '', ending = ''] = /^(.*?)(\.[a-z0-9]{1,5})?$/i.exec(safe) ?? []
  const extension = extensions[mediaType] ?? (mediaType.endsWith('+json') ? 'json' : 'bin')
  return `${stem.slice(0, 80) || 'response'}${ending || `.${extension}`}`
}

/** Windows opens a device under these names, whatever their ending. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

function attachment(name: string): string {
  return `attachment; filename="${name}"`
}
