import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { pagePolicy } from '../access/response-policies.ts'
import { StartError } from '../start-error.ts'

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

export interface PageFiles {
  /** The page with a nonce and a policy of its own. */
  index(): Response
  /** A built file by its path, such as `/assets/index-1a2b.js`; null where there is none. */
  asset(path: string): Response | null
}

/**
 * The built page, read once: what may be served is a closed list, so that no path of a request ever
 * reaches the file system (attacks LS9).
 */
export function readPageFiles(folder: string): PageFiles {
  const files = new Map<string, Buffer<ArrayBuffer>>()
  if (!existsSync(join(folder, 'index.html')))
    throw new StartError(`The page is not built: ${folder} holds no index.html. Run npm run build first.`)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.set(`/${relative(folder, path).split(sep).join('/')}`, Buffer.from(readFileSync(path)))
  }
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
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
    asset(path) {
      const content = files.get(path)
      if (content === undefined || path === '/index.html') return null
      const mediaType = mediaTypes[extname(path)] ?? 'application/octet-stream'
      const headers = { 'Content-Type': mediaType, 'Cache-Control': 'public, max-age=31536000, immutable' }
      return new Response(content, { headers })
    },
  }
}
