import { crc32, deflateSync } from 'node:zlib'

const sizePixels = 64

/** Returns a PNG (W3C PNG, third edition) of 64 by 64 pixels with a gradient in 8-bit RGB. */
export function samplePng(): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(sizePixels, 0)
  header.writeUInt32BE(sizePixels, 4)
  // Bit depth 8, colour type 2 (RGB); compression, filter and interlace methods stay 0.
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(scanlines())),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function scanlines(): Uint8Array {
  const lineBytes = 1 + sizePixels * 3
  const lines = Buffer.alloc(lineBytes * sizePixels)
  for (let y = 0; y < sizePixels; y += 1) {
    for (let x = 0; x < sizePixels; x += 1) lines.set([x * 4, y * 4, 214], y * lineBytes + 1 + x * 3)
  }
  return lines
}

function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(typeAndData))
  return Buffer.concat([length, typeAndData, checksum])
}
