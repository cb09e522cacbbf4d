import type { StandardInput } from './streams.ts'

const readInputs = new WeakMap<StandardInput, Promise<Buffer | null>>()

/** Returns all bytes of standard input, also when it is asked for again; null if there are more than allowed. */
export function readStandardInput(stdin: StandardInput, maximumBytes: number): Promise<Buffer | null> {
  const reading = readInputs.get(stdin) ?? readAll(stdin, maximumBytes)
  readInputs.set(stdin, reading)
  return reading
}

async function readAll({ stream }: StandardInput, maximumBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk)
    sizeBytes += bytes.byteLength
    if (sizeBytes > maximumBytes) return null
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}
