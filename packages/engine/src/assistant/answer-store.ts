import type { Response } from '@parley/model'
import { EventReader } from '../exchange/server-sent-events/event-reader.ts'
import { isEventStream } from '../exchange/server-sent-events/is-event-stream.ts'
import { readEvent } from '../exchange/server-sent-events/read-event.ts'
import type { BodyStore, ExchangeObserver } from '../prepare/ports/transport.ts'
import type { AnswerEvent } from './dialects.ts'

/** The most characters of an answer that are kept. */
const longestAnswer = 1_000_000

/** Events carry a few words; one of more bytes, or a body of another kind, is no answer. */
const mostBytesWithoutText = 4_000_000

/** Receives the content of a response of a service: the events of an answer, or the text of anything else. */
export class AnswerStore implements BodyStore, ExchangeObserver {
  response: Response | null = null
  text = ''
  /** What ended the answer; null: nothing yet. */
  end: Exclude<AnswerEvent, { kind: 'text' | 'other' }> | { readonly kind: 'tooLong' } | null = null
  readonly #readEvent: (data: string) => readonly AnswerEvent[]
  readonly #onText: (text: string) => void
  readonly #stop: () => void
  readonly #events = new EventReader()
  readonly #other: Uint8Array[] = []
  #bytesWithoutText = 0

  /** @param stop ends the exchange */
  constructor(
    readAnswerEvent: (data: string) => readonly AnswerEvent[],
    onText: (text: string) => void,
    stop: () => void,
  ) {
    this.#readEvent = readAnswerEvent
    this.#onText = onText
    this.#stop = stop
  }

  onRequestContent(): void {}

  onResponse(response: Response): void {
    this.response = response
  }

  async create() {
    return {
      handle: '',
      write: async (bytes: Uint8Array) => this.#write(bytes),
      close: async () => {},
    }
  }

  /** Whether the response is the stream of an answer. */
  get isStream(): boolean {
    const { response } = this
    return response !== null && response.statusCode === 200 && isEventStream(response.content)
  }

  /** Returns the content of a response that is no stream, as UTF-8. */
  get otherText(): string {
    const decoder = new TextDecoder()
    return this.#other.map(piece => decoder.decode(piece, { stream: true })).join('') + decoder.decode()
  }

  #write(bytes: Uint8Array): void {
    if (this.end !== null) return
    this.#bytesWithoutText += bytes.byteLength
    // Copied, because the writer may reuse its memory.
    if (this.#bytesWithoutText > mostBytesWithoutText) this.#finish({ kind: 'tooLong' })
    else if (!this.isStream) this.#other.push(Uint8Array.from(bytes))
    else for (const event of this.#events.read(bytes)) this.#take(readEvent(event.bytes).data)
  }

  #take(data: string): void {
    if (data === '' || this.end !== null) return
    for (const event of this.#readEvent(data)) {
      if (event.kind === 'other') continue
      if (event.kind !== 'text') {
        this.#finish(event)
        return
      }
      this.#bytesWithoutText = 0
      const text = event.text.slice(0, longestAnswer - this.text.length)
      this.text += text
      this.#onText(text)
      if (text !== event.text) this.#finish({ kind: 'tooLong' })
    }
  }

  #finish(end: NonNullable<AnswerStore['end']>): void {
    this.end = end
    this.#stop()
  }
}
