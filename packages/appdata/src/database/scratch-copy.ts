import { type FileSystem, type OpenFile, privateFileMode } from '@parley/files'
import { withCompanions } from './database-files.ts'

const magic = Buffer.from('SQLite format 3\0')
const headerBytes = 100
const chunkBytes = 1_048_576

/** The fields of a database header (SQLite, Database File Format §1.3). */
export interface DatabaseHeader {
  readonly pageBytes: number
  /** `user_version`, in which Parley counts its migrations. */
  readonly version: number
}

/** Reads the header of a database file; null if the file does not begin with one. */
export async function readHeader(path: string, files: FileSystem): Promise<DatabaseHeader | null> {
  const head = await readStart(path, headerBytes, files)
  if (head.byteLength < headerBytes || !head.subarray(0, magic.byteLength).equals(magic)) return null
  const pageBytes = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16)
  const isPower = pageBytes >= 512 && (pageBytes & (pageBytes - 1)) === 0
  return isPower ? { pageBytes, version: head.readUInt32BE(60) } : null
}

/** Copies a database with its log, so that opening the copy does not change the original. */
export async function copyWithLog(from: string, to: string, files: FileSystem): Promise<void> {
  await copyFile(from, to, Buffer.alloc(0), files)
  if ((await files.linkInfo(`${from}-wal`))?.kind === 'file')
    await copyFile(`${from}-wal`, `${to}-wal`, Buffer.alloc(0), files)
}

/**
 * Copies a database without its log, and with a header that matches the file's length, because SQLite refuses
 * a truncated file. Pages marked as free are ignored, because their list may be damaged.
 * @param firstPageOf another database of the same layout whose first page, which names the tables, replaces
 * the file's own
 */
export async function copyRepaired(
  from: string,
  to: string,
  firstPageOf: string | null,
  files: FileSystem,
): Promise<boolean> {
  const header = await readHeader(firstPageOf ?? from, files)
  if (header === null) return false
  const { pageBytes } = header
  const first = await readStart(firstPageOf ?? from, pageBytes, files)
  if (first.byteLength < pageBytes) return false
  const sizeBytes = (await files.info(from))?.sizeBytes ?? 0
  first.writeUInt32BE(Math.floor(sizeBytes / pageBytes), 28)
  first.writeUInt32BE(first.readUInt32BE(24), 92)
  first.fill(0, 32, 40)
  await copyFile(from, to, first, files)
  return true
}

async function readStart(path: string, bytes: number, files: FileSystem): Promise<Buffer> {
  const file = await files.open(path, 'read')
  try {
    const start = Buffer.alloc(bytes)
    return start.subarray(0, await file.readAt(start, 0))
  } finally {
    await file.close()
  }
}

/** Copies a file, private to its owner; `start` replaces its first bytes. */
async function copyFile(from: string, to: string, start: Uint8Array, files: FileSystem): Promise<void> {
  for (const name of withCompanions(to)) await files.removeFile(name)
  const source = await files.open(from, 'read')
  try {
    const target = await files.open(to, 'createNew', privateFileMode)
    try {
      await target.setMode(privateFileMode)
      await target.write(start)
      await pump(source, target, start.byteLength)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function pump(source: OpenFile, target: OpenFile, fromBytes: number): Promise<void> {
  const chunk = new Uint8Array(chunkBytes)
  let at = fromBytes
  for (;;) {
    const count = await source.readAt(chunk, at)
    if (count === 0) return
    await target.write(chunk.slice(0, count))
    at += count
  }
}
