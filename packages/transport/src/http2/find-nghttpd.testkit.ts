import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns the path of nghttpd, the HTTP/2 server of nghttp2, or null if it is not installed. */
export function findNghttpd(): string | null {
  // Debian installs it in a folder that only administrators have in their PATH.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map(folder => join(folder, 'nghttpd')).find(path => existsSync(path)) ?? null
}
