const firstId = 1_000_000_000
const recordsPerChunk = 512
const recordBytes = record(firstId).length

/**
 * Generates a compact JSON list of records in chunks of at most 64 KiB, exactly `sizeBytes` in total. All
 * records have the same size; the last one's `note` fills the remainder. The text is ASCII, so that its
 * length in characters is its length in bytes.
 * @param sizeBytes at least 1000
 */
export function* largeJsonChunks(sizeBytes: number): Generator<Uint8Array> {
  // Two brackets, the records, and one comma fewer than records.
  const recordCount = Math.floor((sizeBytes - 1) / (recordBytes + 1))
  const leftOverBytes = sizeBytes - 1 - recordCount * (recordBytes + 1)
  for (let start = 0; start < recordCount; start += recordsPerChunk) {
    const end = Math.min(start + recordsPerChunk, recordCount)
    let text = start === 0 ? '[' : ','
    for (let index = start; index < end; index += 1) {
      const isLast = index === recordCount - 1
      text += record(firstId + index, isLast ? 'x'.repeat(leftOverBytes) : '')
      if (index < end - 1) text += ','
      if (isLast) text += ']'
    }
    yield Buffer.from(text, 'latin1')
  }
}

function record(id: number, note = ''): string {
  return `{"id":${id},"title":"Book ${id}","price":{"amount":9.99,"currency":"EUR"},"inStock":true,"note":"${note}"}`
}
