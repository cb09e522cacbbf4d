import { randomBytes } from 'node:crypto'
import { extname, join, sep } from 'node:path'
import { nodeFilesAtOnce } from '@parley/files'
import { pagePolicy } from './access/response-policies.ts'
import { acceptedCodings } from './compressed.ts'
import { StartError } from './start-error.ts'

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** The codings that the build compresses files with, and what it adds to their names; the smallest first. */
const compressedForms = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

export interface PageFiles {
  /** Returns the page with a new nonce and its policy. */
  index(): Response
  /**
   * Returns a built file by its path, such as `/assets/index-1a2b.js`; null if there is none.
   * @param acceptEncoding - the field of the request, by which the file is chosen among its compressed forms
   */
  asset(path: string, acceptEncoding: string): Response | null
}

/**
 * Reads the built page once. Only the files in this fixed list are served, so no path of a request ever
 * reaches the file system (attacks LS9).
 */
export function readPageFiles(folder: string): PageFiles {
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  for (const path of builtFiles(folder))
    files.set(`/${path.split(sep).join('/')}`, nodeFilesAtOnce.read(join(folder, path)))
  const index = files.get('/index.html')
  if (index === undefined)
    throw new StartError(`The page is not built: ${folder} holds no index.html. Run npm run build first.`)
  const html = new TextDecoder().decode(index)
  return {
    index() {
      const nonce = randomBytes(16).toString('base64')
      return new Response(html.replaceAll('__CSP_NONCE__', nonce), {
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': 'no-store',
          'Content-Security-Policy': pagePolicy(nonce),
          'X-Frame-Options': 'DENY',
        },
      })
    },
    asset(path, acceptEncoding) {
      const content = files.get(path)
      const mediaType = mediaTypes[extname(path)]
      if (content === undefined || mediaType === undefined || path === '/index.html') return null
      const headers = {
        'Content-Type': mediaType,
        'Cache-Control': 'public, max-age=31536000, immutable',
        Vary: 'Accept-Encoding',
      }
      const accepted = acceptedCodings(acceptEncoding)
      for (const [coding, ending] of compressedForms) {
        const compressed = files.get(path + ending)
        if (compressed === undefined || !accepted.has(coding)) continue
        return new Response(compressed, { headers: { ...headers, 'Content-Encoding': coding } })
      }
      return new Response(content, { headers })
    },
  }
}

function builtFiles(folder: string): readonly string[] {
  try {
    return nodeFilesAtOnce.filesBelow(folder)
  } catch {
    return []
  }
}
