import { Readable } from 'node:stream'
import type { FileBodyStore } from '@parley/appdata'
import type { Response as HttpResponse } from '@parley/model'
import { previewPolicy } from '../access/response-policies.ts'
import type { TicketPurpose } from './tickets.ts'

/** The body behind a ticket, streamed; null where it was given up in between. */
export function ticketResponse(
  { handle, purpose }: TicketPurpose,
  received: { readonly response: HttpResponse; readonly targetUri: string },
  bodies: FileBodyStore,
): Response | null {
  const content = bodies.stream(handle)
  const sizeBytes = bodies.sizeBytes(handle)
  if (content === null || sizeBytes === null) return null
  const { mediaType, charset } = received.response.content
  const asText = charset === '' ? mediaType : `${mediaType}; charset=${charset}`
  const headers: Record<string, string> =
    purpose === 'preview'
      ? { 'Content-Type': asText || 'text/plain', 'Content-Security-Policy': previewPolicy }
      : {
          'Content-Type': 'application/octet-stream',
          'Content-Disposition': attachment(fileName(received.targetUri, mediaType)),
        }
  return new Response(Readable.toWeb(content) as ReadableStream<Uint8Array>, {
    headers: { ...headers, 'Content-Length': String(sizeBytes), 'Cache-Control': 'no-store' },
  })
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
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 80)
  const name = safe === '' ? 'response' : safe
  const extension = extensions[mediaType] ?? (mediaType.endsWith('+json') ? 'json' : 'bin')
  return /\.[a-z0-9]{1,5}$/i.test(name) ? name : `${name}.${extension}`
}

function attachment(name: string): string {
  return `attachment; filename="${name}"`
}
