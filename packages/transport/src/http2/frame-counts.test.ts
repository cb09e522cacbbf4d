import { expect, test } from 'vitest'
import { FrameCounts } from './frame-counts.ts'

function frame(type: number, streamId: number, payloadBytes: number, flags = 0): Buffer {
  const bytes = Buffer.alloc(9 + payloadBytes, 0xff)
  bytes.writeUIntBE(payloadBytes, 0, 3)
  bytes.writeUInt8(type, 3)
  bytes.writeUInt8(flags, 4)
  // The highest bit is reserved and ignored.
  bytes.writeUInt32BE(streamId + 0x8000_0000, 5)
  return bytes
}

const [data, headers, reset, settings, continuation] = [0, 1, 3, 4, 9]

test('frames are counted by stream and kind, for any split of the bytes', () => {
  const bytes = Buffer.concat([
    Buffer.alloc(24, 1),
    frame(settings, 0, 6),
    frame(headers, 1, 20),
    frame(headers, 3, 30),
    frame(continuation, 3, 40),
    frame(data, 1, 300),
    frame(data, 3, 0),
    frame(data, 1, 17),
    frame(headers, 1, 5, 1),
    frame(reset, 3, 4, 1),
  ])
  for (const size of [1, 2, 5, 9, 10, 64, bytes.byteLength]) {
    const counts = new FrameCounts(24)
    for (let at = 0; at < bytes.byteLength; at += size) counts.push(bytes.subarray(at, at + size))
    const nothing = { headerBlocks: [], dataBytes: 0, isEnded: false, isReset: false }
    const first = { headerBlocks: [29, 14], dataBytes: 309 + 26, isEnded: true, isReset: false }
    expect(counts.of(1)).toEqual(first)
    expect(counts.of(3)).toEqual({ headerBlocks: [39 + 49], dataBytes: 9, isEnded: false, isReset: true })
    expect(counts.of(0)).toEqual(nothing)
    counts.forget(1)
    expect(counts.of(1)).toEqual(nothing)
  }
})

test('late frames do not restore a stream that was dropped', () => {
  const counts = new FrameCounts(0)
  counts.push(frame(headers, 1, 20))
  counts.push(frame(data, 1, 5))
  counts.forget(1)
  counts.push(Buffer.concat([frame(data, 1, 5), frame(reset, 1, 4), frame(continuation, 1, 3)]))
  expect(counts.of(1)).toEqual({ headerBlocks: [], dataBytes: 0, isEnded: false, isReset: false })
})
