import { crc32, inflateRawSync } from 'node:zlib'
import type { FolderFile } from '@parley/convert'
import { failed, ok, type Result } from '@parley/model'
import { type ImportRefusal, sourceTooLarge, tooManyFiles, zipRefusal } from '../import-failure.ts'
import { type SourceLimits, sourceLimits } from './source-limits.ts'

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
/** The value that ZIP64 writes for a number that does not fit. */
const elsewhere = 0xffffffff

/** Returns whether bytes are a ZIP archive, possibly an empty one. */
export function isZip(bytes: Uint8Array): boolean {
  if (bytes.byteLength < 22) return false
  const signature = viewOf(bytes).getUint32(0, true)
  return signature === localSignature || signature === endSignature
}

/**
 * Unpacks the files of a ZIP archive (APPNOTE 6.3) in memory. An archive with a name that leads out of its
 * folder, a link, an encrypted entry, or more than the limits is refused completely, and the entry is named
 * (attacks IM1, IM2). Sizes are counted while unpacking, because those in the archive are not trusted.
 */
export function readZip(
  bytes: Uint8Array,
  archiveName: string,
  limits: SourceLimits = sourceLimits,
): Result<readonly FolderFile[], ImportRefusal> {
  try {
    return ok(new ZipReading(bytes, archiveName, limits).files())
  } catch (error) {
    if (error instanceof ZipError) return failed(error.refusal)
    if (error instanceof RangeError) return failed(zipRefusal('ZIP_DAMAGED', archiveName))
    throw error
  }
}

class ZipError extends Error {
  readonly refusal: ImportRefusal

  constructor(refusal: ImportRefusal) {
    super(refusal.sentence)
    this.refusal = refusal
  }
}

interface Entry {
  readonly name: string
  readonly flags: number
  readonly method: number
  readonly crc: number
  readonly packedBytes: number
  readonly localOffset: number
  /** The Unix mode if the archive was created on Unix. */
  readonly mode: number
}

class ZipReading {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #archiveName: string
  readonly #limits: SourceLimits
  #roomBytes: number

  constructor(bytes: Uint8Array, archiveName: string, limits: SourceLimits) {
    this.#bytes = bytes
    this.#view = viewOf(bytes)
    this.#archiveName = archiveName
    this.#limits = limits
    this.#roomBytes = limits.totalBytes
  }

  files(): readonly FolderFile[] {
    const entries = this.#entries()
    for (const entry of entries) check(entry)
    return entries.flatMap(entry => (entry.name.endsWith('/') ? [] : [this.#file(entry)]))
  }

  #entries(): readonly Entry[] {
    const end = this.#endOffset()
    const count = this.#view.getUint16(end + 10, true)
    const start = this.#view.getUint32(end + 16, true)
    if (count === 0xffff || start === elsewhere || count > this.#limits.files)
      throw new ZipError(tooManyFiles(this.#archiveName, this.#limits.files))
    const entries: Entry[] = []
    for (let at = start; entries.length < count; ) {
      if (this.#view.getUint32(at, true) !== entrySignature) this.#damaged(this.#archiveName)
      const nameBytes = this.#view.getUint16(at + 28, true)
      const otherBytes = this.#view.getUint16(at + 30, true) + this.#view.getUint16(at + 32, true)
      const flags = this.#view.getUint16(at + 8, true)
      entries.push({
        name: nameOf(this.#bytes.subarray(at + 46, at + 46 + nameBytes), flags),
        flags,
        method: this.#view.getUint16(at + 10, true),
        crc: this.#view.getUint32(at + 16, true),
        packedBytes: this.#view.getUint32(at + 20, true),
        localOffset: this.#view.getUint32(at + 42, true),
        mode: this.#view.getUint8(at + 5) === 3 ? this.#view.getUint16(at + 40, true) : 0,
      })
      at += 46 + nameBytes + otherBytes
    }
    return entries
  }

  /** Finds the end record, which is followed only by a comment of at most 64 KB. */
  #endOffset(): number {
    const first = Math.max(0, this.#bytes.byteLength - 22 - 0xffff)
    for (let at = this.#bytes.byteLength - 22; at >= first; at -= 1)
      if (this.#view.getUint32(at, true) === endSignature) return at
    return this.#damaged(this.#archiveName)
  }

  #file({ name, method, crc, packedBytes, localOffset }: Entry): FolderFile {
    if (this.#view.getUint32(localOffset, true) !== localSignature) this.#damaged(name)
    const start =
      localOffset +
      30 +
      this.#view.getUint16(localOffset + 26, true) +
      this.#view.getUint16(localOffset + 28, true)
    const packed = this.#bytes.subarray(start, start + packedBytes)
    if (packed.byteLength !== packedBytes) this.#damaged(name)
    const room = Math.min(this.#roomBytes, this.#limits.fileBytes)
    const content = method === 0 ? packed : this.#inflated(packed, name, room)
    if (content.byteLength > room) throw new ZipError(sourceTooLarge(name, room))
    if (crc32(content) !== crc) this.#damaged(name)
    this.#roomBytes -= content.byteLength
    return { path: name, bytes: content }
  }

  #inflated(packed: Uint8Array, name: string, room: number): Uint8Array {
    try {
      return inflateRawSync(packed, { maxOutputLength: Math.max(room, 1) })
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : ''
      if (code === 'ERR_BUFFER_TOO_LARGE')
        throw new ZipError(sourceTooLarge(name, Math.min(this.#limits.totalBytes, this.#limits.fileBytes)))
      return this.#damaged(name)
    }
  }

  #damaged(name: string): never {
    throw new ZipError(zipRefusal('ZIP_DAMAGED', name))
  }
}

function check({ name, flags, method, mode }: Entry): void {
  const refuse = (code: Parameters<typeof zipRefusal>[0]): never => {
    throw new ZipError(zipRefusal(code, name))
  }
  if ((mode & 0o170000) === 0o120000) refuse('ZIP_LINK')
  if (isLeadingOut(name)) refuse('ZIP_NAME')
  if ((flags & 1) === 1) refuse('ZIP_ENCRYPTED')
  if (method !== 0 && method !== 8) refuse('ZIP_METHOD')
}

/** Returns whether a name leads upwards or to another root, or has a backslash or control character. */
function isLeadingOut(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  if (/[\\\u0000-\u001f]/.test(name) || /^(?:\/|[A-Za-z]:)/.test(name)) return true
  return name.split('/').some(step => step === '..' || step === '.')
}

/** Decodes a name as UTF-8, which most archives use even without the flag. */
function nameOf(bytes: Uint8Array, flags: number): string {
  const isUtf8 = (flags & 0x800) !== 0
  try {
    return new TextDecoder('utf-8', { fatal: !isUtf8 }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
