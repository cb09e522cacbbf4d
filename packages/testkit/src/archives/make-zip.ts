import { crc32, deflateRawSync } from 'node:zlib'

/** One entry of an archive; absent fields get correct values. */
export interface ZipEntry {
  readonly name: string
  readonly content?: Uint8Array | string
  /** The packed bytes, used instead of the content. */
  readonly packed?: Uint8Array
  readonly unpackedBytes?: number
  readonly crc?: number
  readonly mode?: number
  readonly flags?: number
  readonly method?: number
}

/** Creates a ZIP archive like a program on Unix. */
export function makeZip(entries: readonly ZipEntry[], { countInEnd = entries.length } = {}): Uint8Array {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const content = Buffer.from(entry.content ?? '')
    const packed = Buffer.from(entry.packed ?? deflateRawSync(content))
    const name = Buffer.from(entry.name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(entry.flags ?? 0x800, 2)
    fields.writeUInt16LE(entry.method ?? 8, 4)
    fields.writeUInt32LE(entry.crc ?? crc32(content), 10)
    fields.writeUInt32LE(packed.byteLength, 14)
    fields.writeUInt32LE(entry.unpackedBytes ?? content.byteLength, 18)
    fields.writeUInt16LE(name.byteLength, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6)
    rest.writeUInt32LE(offset, 10)
    central.push(
      Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([20, 3]), fields, rest, name]),
    )
    locals.push(local)
    offset += local.byteLength
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(countInEnd, 4)
  end.writeUInt16LE(countInEnd, 6)
  end.writeUInt32LE(
    central.reduce((sum, one) => sum + one.byteLength, 0),
    8,
  )
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, ...central, Buffer.from('PK\x05\x06', 'latin1'), end])
}
