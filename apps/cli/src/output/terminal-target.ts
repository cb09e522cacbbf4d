import { textEncodingOf } from '@parley/engine'
import { formatSize, type ResponseContent } from '@parley/model'
import type { StandardOutput } from '../io/standard-output.ts'
import type { BodyTarget } from './body-target.ts'
import { type BodyForm, formattedBody, formOf } from './terminal-body.ts'
import { newTerminalText, type TerminalText } from './terminal-text.ts'

/** A longer body is shown as it arrives. */
const longestFormattedBytes = 4 * 1024 * 1024

/**
 * Shows a body on a terminal, without control characters and with a line break at its end: JSON, XML and HTML formatted
 * and coloured, bytes that are no text as a sentence.
 * @param note prints a sentence about the body
 */
export function terminalTarget(stdout: StandardOutput, note: (sentence: string) => void): BodyTarget {
  const body = new TerminalBody(stdout)
  return {
    name: 'Standard output',
    isStandardOutput: true,
    mayShow: stdout.mayShow,
    begin: async () => {},
    expect: ({ content }) => body.expect(content),
    write: bytes => body.write(bytes),
    async close() {
      await body.end()
      if (body.unshown !== null) note(body.unshown)
    },
    kept: () => null,
  }
}

type ContentType = Pick<ResponseContent, 'mediaType' | 'charset'>

class TerminalBody {
  readonly #stdout: StandardOutput
  #type: ContentType | null = null
  /** Null until the first bytes. */
  #form: BodyForm | null = null
  #text: TerminalText = newTerminalText()
  #encoding = 'utf-8'
  #held: Uint8Array[] = []
  #bytes = 0
  #endsInLine = true

  constructor(stdout: StandardOutput) {
    this.#stdout = stdout
  }

  /** Returns a sentence about a body that was not shown; null about any other. */
  get unshown(): string | null {
    if (this.#form !== 'binary') return null
    const what = this.#type?.mediaType || 'no text'
    return `The body is ${what}, ${formatSize(this.#bytes)}, which a terminal cannot show. Write it to a file with -o FILE, or print it all the same with --raw.`
  }

  expect(content: ContentType): void {
    this.#type = content
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (bytes.byteLength === 0) return
    this.#form ??= this.#formOf(bytes)
    this.#bytes += bytes.byteLength
    if (this.#form === 'binary') return
    if (this.#form === 'text') return this.#show(this.#text.push(bytes))
    // The caller may use its bytes again.
    this.#held.push(bytes.slice())
    if (this.#bytes > longestFormattedBytes) await this.#showAsItArrives()
  }

  async end(): Promise<void> {
    if (this.#form === 'json' || this.#form === 'markup') {
      const whole = new TextDecoder(this.#encoding).decode(Buffer.concat(this.#held))
      await this.#show(formattedBody(whole, this.#form, this.#stdout.colors))
    }
    await this.#show(this.#text.end())
    if (!this.#endsInLine) await this.#stdout.write('\n')
    this.#endsInLine = true
  }

  /** What prints lines of its own, such as events, names no type. */
  #formOf(bytes: Uint8Array): BodyForm {
    if (this.#type === null) return 'text'
    this.#encoding = textEncodingOf(bytes, this.#type).name
    this.#text = newTerminalText(this.#encoding)
    return formOf(bytes, this.#type.mediaType, this.#encoding)
  }

  async #showAsItArrives(): Promise<void> {
    this.#form = 'text'
    const pieces = this.#held
    this.#held = []
    for (const piece of pieces) await this.#show(this.#text.push(piece))
  }

  async #show(text: string): Promise<void> {
    if (text === '') return
    this.#endsInLine = text.endsWith('\n')
    await this.#stdout.write(text)
  }
}
