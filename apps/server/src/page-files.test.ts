import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type PageFiles, readPageFiles } from './page-files.ts'

let folder: string
let files: PageFiles
const script = 'export const greeting = "hello"\n'.repeat(100)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-page-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'assets', 'both.js'), script)
  writeFileSync(join(folder, 'assets', 'both.js.br'), brotliCompressSync(script))
  writeFileSync(join(folder, 'assets', 'both.js.gz'), gzipSync(script))
  writeFileSync(join(folder, 'assets', 'gzip.css'), script)
  writeFileSync(join(folder, 'assets', 'gzip.css.gz'), gzipSync(script))
  writeFileSync(join(folder, 'assets', 'font.woff2'), script)
  files = readPageFiles(folder)
})

afterEach(() => rmSync(folder, { recursive: true }))

const decoders = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  none: (bytes: Uint8Array) => Buffer.from(bytes),
}

test.each([
  ['both.js', '', 'none'],
  ['both.js', 'gzip, deflate, br, zstd', 'br'],
  ['both.js', 'gzip, deflate', 'gzip'],
  ['both.js', 'GZIP', 'gzip'],
  ['both.js', 'br;q=0, gzip;q=0.5', 'gzip'],
  ['both.js', 'br;q=0.0,gzip ; q=0', 'none'],
  ['both.js', 'brotli', 'none'],
  ['gzip.css', 'br, gzip', 'gzip'],
  ['gzip.css', 'br', 'none'],
  ['font.woff2', 'br, gzip', 'none'],
] as const)('%s is sent to “%s” with the coding %s', async (name, acceptEncoding, coding) => {
  const response = files.asset(`/assets/${name}`, acceptEncoding)
  expect(response?.headers.get('content-encoding') ?? 'none').toBe(coding)
  expect(response?.headers.get('vary')).toBe('Accept-Encoding')
  expect(response?.headers.get('cache-control')).toContain('immutable')
  const bytes = new Uint8Array((await response?.arrayBuffer()) ?? new ArrayBuffer(0))
  expect(decoders[coding](bytes).toString()).toBe(script)
})

test.each(['/assets/both.js.br', '/assets/gzip.css.gz', '/assets/gone.js', '/index.html', '/../secret.txt'])(
  '%s is no file of the page',
  path => expect(files.asset(path, 'br, gzip')).toBe(null),
)
