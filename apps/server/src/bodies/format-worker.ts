import { parentPort } from 'node:worker_threads'
import { CssPrinter, JsonPrinter, type TextPrinter, XmlPrinter } from '@parley/engine'
import { withBodyFiles } from './body-files.ts'
import type { FormatJob } from './format-job.ts'

/**
 * A thread that lays bodies out, file to file. Its host ends it where one takes too long. It answers each
 * job with whether the body could be laid out.
 */
parentPort?.on('message', async (job: FormatJob) => {
  parentPort?.postMessage(await format(job))
})

function format(job: FormatJob): Promise<boolean> {
  return withBodyFiles(job, async (texts, write) => {
    try {
      const printer = await createPrinter(job, write)
      for (const text of texts) if (!printer.write(text)) return false
      return printer.end()
    } catch (error) {
      // A byte that is no text. Anything else, as a full disk, ends the thread and is told to the log.
      if (error instanceof TypeError) return false
      throw error
    }
  })
}

async function createPrinter({ format }: FormatJob, emit: (text: string) => void): Promise<TextPrinter> {
  switch (format) {
    case 'json':
      return new JsonPrinter(emit)
    case 'xml':
      return new XmlPrinter(emit)
    case 'css':
      return new CssPrinter(emit)
    case 'html':
    case 'javascript': {
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
