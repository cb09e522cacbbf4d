import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'

/** Shorter answers arrive as fast without being compressed. */
const longestPlainBytes = 4096

const compress = promisify(gzip)

/**
 * Compresses a long answer that is JSON, if the request accepts that. Streams of events stay as they are.
 * @param acceptEncoding the field of the request
 */
export async function compressed(response: Response, acceptEncoding: string): Promise<Response> {
  const { status, headers } = response
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false
  if (!isJson || !acceptedCodings(acceptEncoding).has('gzip')) return response
  const content = Buffer.from(await response.arrayBuffer())
  headers.set('Vary', 'Accept-Encoding')
  if (content.byteLength <= longestPlainBytes) return new Response(content, { status, headers })
  headers.set('Content-Encoding', 'gzip')
  headers.delete('Content-Length')
  // On the way to a page on this computer, the fastest level is the best.
  return new Response(await compress(content, { level: constants.Z_BEST_SPEED }), { status, headers })
}

/** Returns the content codings of an `Accept-Encoding` field that are not refused (RFC 9110 §12.5.3). */
export function acceptedCodings(field: string): ReadonlySet<string> {
  const members = field.split(',').map(member => member.split(';').map(part => part.trim().toLowerCase()))
  return new Set(
    members.filter(([, weight]) => !/^q=0(?:\.0*)?$/.test(weight ?? '')).map(([coding = '']) => coding),
  )
}
