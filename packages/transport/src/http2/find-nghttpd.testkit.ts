import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of nghttpd, the HTTP/2 server of nghttp2; null where it is not installed. */
export function findNghttpd(): string | null {
  // Debian puts it where only the paths of administrators look.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map(folder => join(folder, 'nghttpd')).find(path => existsSync(path)) ?? null
}
