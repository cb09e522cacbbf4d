import { dirname, join } from 'node:path'
import { nodeFilesAtOnce } from '@parley/files'

/** The file next to the folder of the page in which a packager names the one address for updates. */
export const updatesFileName = 'updates.json'

/**
 * Whether an address may be asked for updates: one of HTTPS without credentials, or of this machine. What it has is
 * public, and nobody on the way may replace it.
 */
export function isUpdatesAddress(text: string): boolean {
  const address = URL.parse(text)
  if (address === null || text.length > 2000 || /[\s\p{Cc}{}]/u.test(text)) return false
  if (address.username !== '' || address.password !== '') return false
  return (
    address.protocol === 'https:' ||
    (address.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(address.hostname))
  )
}

/** Returns the address that the packager of a page set; null: none, so Parley has nobody to ask for updates. */
export function readUpdatesAddress(pageFolder: string): string | null {
  try {
    const text = new TextDecoder().decode(nodeFilesAtOnce.read(join(dirname(pageFolder), updatesFileName)))
    const address: unknown = Reflect.get(Object(JSON.parse(text)), 'address')
    return typeof address === 'string' && isUpdatesAddress(address) ? address : null
  } catch {
    return null
  }
}
