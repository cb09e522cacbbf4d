import { formatSize } from '@parley/model'
import type { StandardOutput } from '../io/standard-output.ts'
import type { BodyTarget } from './body-target.ts'
import { type BodyForm, formattedBody, formOfResponse, looksBinary } from './terminal-body.ts'
import { newTerminalText, type TerminalText } from './terminal-text.ts'

/** A longer body is shown as it arrives. */
const longestFormattedBytes = 4 * 1024 * 1024

/**
 * Shows a body on a terminal, without control characters and with a line break at its end: JSON, XML and HTML formatted
 * and coloured, bytes that are no text as a sentence.
 * @param note prints a sentence about the body
 */
export function terminalTarget(stdout: StandardOutput, note: (sentence: string) => void): BodyTarget {
  let form: BodyForm | null = 'text'
  let type = ''
  let held: Uint8Array[] = []
  let heldBytes = 0
  let binaryBytes = 0
  let endsInLine = true
  let text: TerminalText = newTerminalText()
  const show = async (shown: string) => {
    if (shown === '') return
    endsInLine = shown.endsWith('\n')
    await stdout.write(shown)
  }
  const showHeld = async () => {
    const pieces = held
    held = []
    for (const piece of pieces) await show(text.push(piece))
  }
  return {
    name: 'Standard output',
    isStandardOutput: true,
    mayShow: stdout.mayShow,
    begin: async () => {},
    expect(response) {
      form = formOfResponse(response)
      type = response.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? ''
      text = newTerminalText(charsetOf(type))
    },
    async write(bytes) {
      form ??= looksBinary(bytes) ? 'binary' : 'text'
      if (form === 'binary') binaryBytes += bytes.byteLength
      else if (form === 'text') await show(text.push(bytes))
      else {
        // The caller may use its bytes again.
        held.push(bytes.slice())
        heldBytes += bytes.byteLength
        if (heldBytes <= longestFormattedBytes) return
        form = 'text'
        await showHeld()
      }
    },
    async close() {
      if (held.length > 0 && form !== null) {
        const whole = new TextDecoder(charsetOf(type)).decode(Buffer.concat(held))
        held = []
        await show(formattedBody(whole, form, stdout.colors))
      } else await show(text.end())
      if (!endsInLine) await stdout.write('\n')
      if (binaryBytes > 0) note(binarySentence(type, binaryBytes))
    },
    kept: () => null,
  }
}

function binarySentence(type: string, bytes: number): string {
  const what = type === '' ? 'no text' : type
  return `The body is ${what}, ${formatSize(bytes)}, which a terminal cannot show. Write it to a file with -o FILE, or print it all the same with --raw.`
}

/** Returns the charset that a media type names, if it is a known one, or UTF-8. */
function charsetOf(type: string): string {
  const [, name = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type) ?? []
  try {
    return new TextDecoder(name).encoding
  } catch {
    return 'utf-8'
  }
}
