import { parentPort } from 'node:worker_threads'
import { CssPrinter, JsonPrinter, showEscapes, type TextPrinter, XmlPrinter } from '@parley/engine/printers'
import { withBodyFiles } from './body-files.ts'
import type { FormatJob } from './format-job.ts'

/**
 * Runs in a thread that formats bodies from file to file. Its host ends the thread if a body takes too long.
 * It responds to each job with whether the body could be formatted.
 */
parentPort?.on('message', async (job: FormatJob) => {
  parentPort?.postMessage(await format(job))
})

function format(job: FormatJob): Promise<boolean> {
  return withBodyFiles(job, async (texts, write) => {
    try {
      const printer = await createPrinter(job, write)
      let start = ''
      for (const text of texts) {
        if (start === '') {
          start = text.trimStart().slice(0, 1)
          if (start !== '' && isOtherContent(job.format, start)) return false
        }
        if (!printer.write(text)) return false
      }
      return printer.end()
    } catch (error) {
      // The body holds a byte that is not text. Any other error, such as a full disk, ends the thread and is
      // logged.
      if (error instanceof TypeError) return false
      throw error
    }
  })
}

/**
 * Whether the first character shows that a body has another format. The printers of these formats take any text, and
 * would put spaces where it has none.
 */
function isOtherContent(format: FormatJob['format'], start: string): boolean {
  if (format === 'html') return start === '{' || start === '['
  return (format === 'javascript' || format === 'css') && start === '<'
}

async function createPrinter({ format }: FormatJob, emit: (text: string) => void): Promise<TextPrinter> {
  switch (format) {
    case 'json':
      return new JsonPrinter(emit, false, showEscapes())
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
