import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type FileSystem, nodeFiles, privateFileMode, writeFileAtomically } from '@parley/files'
import { keysOf } from './keys-of.ts'

/** What the starts of the server on one app data have in common; windows find a later start by it. */
export interface ServerIdentity {
  /** Shows a window that a server belongs to this app data; 32 random bytes in Base64url. */
  readonly key: string
  /** The port of the last start; null: there was none. */
  readonly lastPort: number | null
  /** Resolves once the port is on the disk. */
  keepPort(port: number): Promise<void>
}

const keyPattern = /^[\w-]{43}$/

/**
 * Reads `server.json` of the app data. What is invalid or cannot be read is replaced, and windows then do not find the
 * new start; it never keeps the server from starting.
 */
export async function openServerIdentity(
  folder: string,
  files: FileSystem = nodeFiles,
): Promise<ServerIdentity> {
  const path = join(folder, 'server.json')
  const stored = await readStored(files, path)
  const key = stored.key ?? randomBytes(32).toString('base64url')
  return {
    key,
    lastPort: stored.port,
    async keepPort(port) {
      if (port === stored.port && key === stored.key) return
      const text = `${JSON.stringify({ version: 1, port, key }, null, 2)}\n`
      await writeFileAtomically(files, path, text, { mode: privateFileMode })
    },
  }
}

interface Stored {
  readonly key: string | null
  readonly port: number | null
}

async function readStored(files: FileSystem, path: string): Promise<Stored> {
  try {
    const { key, port } = keysOf(JSON.parse(new TextDecoder().decode(await files.read(path))))
    return {
      key: typeof key === 'string' && keyPattern.test(key) ? key : null,
      port: typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536 ? port : null,
    }
  } catch {
    return { key: null, port: null }
  }
}
