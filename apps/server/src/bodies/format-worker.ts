// biome-ignore lint/style/noRestrictedImports: printers emit text at once, on a thread of their own.
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { CssPrinter, JsonPrinter, type TextPrinter, XmlPrinter } from '@parley/engine'
import type { FormatJob } from './format-job.ts'

const pieceBytes = 256 * 1024

/**
 * A thread that lays bodies out, file to file. Its host ends it where one takes too long. It answers each
 * job with whether the body could be laid out.
 */
parentPort?.on('message', async (job: FormatJob) => {
  parentPort?.postMessage(await format(job))
})

async function format(job: FormatJob): Promise<boolean> {
  const source = openSync(job.sourcePath, 'r')
  const target = openSync(job.targetPath, 'wx', 0o600)
  try {
    const printer = await createPrinter(job, text => writeWhole(target, new TextEncoder().encode(text)))
    for (const text of texts(source, job)) if (!printer.write(text)) return false
    return printer.end()
  } catch (error) {
    // A byte that is no text. Anything else, as a full disk, ends the thread and is told to the log.
    if (error instanceof TypeError) return false
    throw error
  } finally {
    closeSync(source)
    closeSync(target)
  }
}

function* texts(source: number, { encoding, markBytes }: FormatJob): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  const buffer = new Uint8Array(pieceBytes)
  for (let offset = markBytes; ; ) {
    const readBytes = readSync(source, buffer, 0, pieceBytes, offset)
    if (readBytes === 0) break
    offset += readBytes
    yield decoder.decode(buffer.subarray(0, readBytes), { stream: true })
  }
  yield decoder.decode()
}

function writeWhole(target: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.byteLength; )
    written += writeSync(target, bytes, written, bytes.byteLength - written)
}

async function createPrinter({ format }: FormatJob, emit: (text: string) => void): Promise<TextPrinter> {
  switch (format) {
    case 'json':
      return new JsonPrinter(emit)
    case 'xml':
      return new XmlPrinter(emit)
    case 'css':
      return new CssPrinter(emit)
    default: {
      const { html, js } = (await import('js-beautify')).default
      const print = format === 'html' ? html : js
      return collectingPrinter(emit, text => print(text, { indent_size: 2, preserve_newlines: true }))
    }
  }
}

/** A printer that needs the whole text at once. */
function collectingPrinter(emit: (text: string) => void, print: (text: string) => string): TextPrinter {
  const pieces: string[] = []
  return {
    write(piece) {
      pieces.push(piece)
      return true
    },
    end() {
      emit(print(pieces.join('')))
      return true
    },
  }
}
