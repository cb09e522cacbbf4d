import type { FileBodyStore } from '@parley/appdata'
import type { SecretHider } from '@parley/engine'
import type { BodyTexts } from '../bodies/body-texts.ts'
import { valueOrLater } from '../bodies/value-or-later.ts'
import type { LiveMessage } from '../contract/index.ts'
import { copyData } from './copy-data.ts'
import type { DerivedBody } from './derived-body.ts'
import { describeStoreFailure } from './describe-store-failure.ts'
import type { LogMessage } from './message-block.ts'
import type { MessageLog } from './message-log.ts'
import { readRows } from './read-rows.ts'

/** How many opened messages of a log stay bodies. */
const maxOpened = 8

/** The messages of a log that were opened: the data of each is a body of its own. */
export class OpenedMessages {
  readonly #log: MessageLog
  readonly #bodies: FileBodyStore
  readonly #bodyTexts: Pick<BodyTexts, 'release'>
  /** By number, least recently opened first; null: the message was dropped while it was read. */
  readonly #opened = new Map<number, Promise<DerivedBody | null>>()
  readonly #made = new Map<string, DerivedBody>()

  constructor(log: MessageLog, bodies: FileBodyStore, bodyTexts: Pick<BodyTexts, 'release'>) {
    this.#log = log
    this.#bodies = bodies
    this.#bodyTexts = bodyTexts
  }

  /** Opens a message; null if it was dropped or does not exist. */
  async open(number: number, hider: SecretHider): Promise<LiveMessage | null> {
    const message = this.#log.index.message(number)
    if (message === null) return null
    const known = this.#opened.get(number)
    this.#opened.delete(number)
    const opening = known ?? this.#make(number, message, hider)
    this.#opened.set(number, opening)
    for (const other of [...this.#opened.keys()].slice(0, -maxOpened)) void this.#forget(other)
    try {
      const body = await valueOrLater(opening)
      if (body === 'later') return { state: 'making' }
      const [row] = await readRows(this.#log, [number], hider)
      if (body === null || row === undefined) return null
      return { state: 'made', row, handle: body.handle, sizeBytes: body.sizeBytes }
    } catch (error) {
      this.#opened.delete(number)
      return { state: 'failed', ...describeStoreFailure('The message could not be opened', error) }
    }
  }

  /** Returns a body of an opened message; null if there is none with this handle. */
  body(handle: string): DerivedBody | null {
    return this.#made.get(handle) ?? null
  }

  async release(): Promise<void> {
    await Promise.all([...this.#opened.keys()].map(number => this.#forget(number)))
  }

  async #make(number: number, message: LogMessage, hider: SecretHider): Promise<DerivedBody | null> {
    const writer = await this.#bodies.create()
    const { handle } = writer
    try {
      const isWhole = await copyData(this.#log, message, hider, bytes => writer.write(bytes))
      if (!isWhole) {
        await this.#bodies.release(handle)
        return null
      }
    } catch (error) {
      await this.#bodies.release(handle)
      throw error
    } finally {
      await writer.close()
    }
    const isBinary = this.#log.index.types.nameOf(message.typeNumber) === 'binary'
    const mediaType = isBinary && this.#log.framing === 'payloads' ? 'application/octet-stream' : 'text/plain'
    const sizeBytes = this.#bodies.sizeBytes(handle) ?? 0
    const body = { handle, sizeBytes, name: `message-${number}`, mediaType }
    this.#made.set(handle, body)
    return body
  }

  async #forget(number: number): Promise<void> {
    const opening = this.#opened.get(number)
    this.#opened.delete(number)
    const body = await opening?.catch(() => null)
    if (!body) return
    this.#made.delete(body.handle)
    await this.#bodyTexts.release(body.handle)
  }
}
