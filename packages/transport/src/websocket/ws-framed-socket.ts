/// <reference path="./ws.d.ts" />
import { Writable } from 'node:stream'
import type { ByteStream, FramedEnd, FramedSocket, FrameReceiver, FramingOptions } from '@parley/engine'
import { type Extensions, PerMessageDeflate, Receiver, Sender } from 'ws'
import { startTimer } from '../start-timer.ts'
import { systemCode } from '../transport-error.ts'
import { closeCodeOf, failedEnd } from './frame-fault.ts'
import { KeepAlive } from './keep-alive.ts'

/** How long a connection that is being closed may take. */
const closeTimeMs = 1000
/** How many bytes of messages may wait for the receiver before the connection is read further. */
const maxWaitingBytes = 1024 * 1024
/** More would need many times the memory of their message. */
const maxFragments = 100_000
const maxChunks = 500_000
/** How many bytes of messages may wait to be sent before the next one is welcome. */
const maxUnsentBytes = 256 * 1024
/** What a small message takes besides its payload. */
const bytesOfMessage = 1024
/** Smaller messages grow when they are compressed. */
const compressedFromBytes = 1024

/** The frames of one client connection. */
export class WsFramedSocket implements FramedSocket {
  readonly ended: Promise<FramedEnd>
  readonly #stream: ByteStream
  readonly #extensions: Extensions
  readonly #receiver: FrameReceiver
  readonly #writer: FrameWriter
  readonly #sender: Sender
  readonly #keepAlive: KeepAlive
  /** What the receiver of frames has not taken yet. */
  #waiting: Promise<unknown>[] = []
  #waitingBytes = 0
  #unsentBytes = 0
  /** Resolves when the pong that is being sent has left; null: none is. */
  #pongSent: Promise<void> | null = null
  /** The payload of the latest ping since. */
  #unanswered: Uint8Array | null = null
  #closeSent = false
  #closedByPeer: { readonly code: number; readonly reason: string } | null = null
  #closedByUser: { readonly code: number; readonly reason: string } | null = null
  #failure: FramedEnd | null = null
  #stopClosing: () => void = () => {}

  constructor(stream: ByteStream, options: FramingOptions, extensions: Extensions, receiver: FrameReceiver) {
    this.#stream = stream
    this.#extensions = extensions
    this.#receiver = receiver
    this.#writer = new FrameWriter(stream)
    this.#sender = new Sender(this.#writer, extensions)
    this.#keepAlive = new KeepAlive(options, {
      ping: () => this.ping(),
      giveUp: failure => this.#fail(failure, 1011),
    })
    this.ended = this.#read(this.#parser(options))
  }

  get isOpen(): boolean {
    return !this.#closeSent && this.#closedByPeer === null && this.#failure === null
  }

  send(type: 'text' | 'binary', payload: Uint8Array): Promise<boolean> {
    if (!this.isOpen) return Promise.resolve(false)
    const compress =
      PerMessageDeflate.extensionName in this.#extensions && payload.byteLength >= compressedFromBytes
    const options = { binary: type === 'binary', compress, fin: true, mask: true }
    const bytes = payload.byteLength + bytesOfMessage
    this.#unsentBytes += bytes
    this.#writer.gather()
    const { promise: sent, resolve } = Promise.withResolvers<boolean>()
    this.#sender.send(payload, options, error => {
      this.#unsentBytes -= bytes
      resolve(error == null)
    })
    // One message waits only if those before it are many, so they leave together.
    return this.#unsentBytes > maxUnsentBytes ? sent : Promise.resolve(true)
  }

  ping(): void {
    if (!this.isOpen) return
    const payload = new Uint8Array()
    this.#wait(0, this.#receiver.onControl('ping', true, payload))
    this.#sender.ping(payload, true, () => {})
  }

  close(code: number, reason: string): void {
    if (!this.isOpen) return
    this.#closedByUser = { code, reason }
    this.#sendClose(code, reason)
  }

  #parser({ maxMessageBytes }: FramingOptions): Receiver {
    const parser = new Receiver({
      extensions: this.#extensions,
      maxPayload: maxMessageBytes,
      maxFragments,
      maxBufferedChunks: maxChunks,
    })
    parser.on('message', (payload, isBinary) => {
      const type = isBinary ? 'binary' : 'text'
      this.#wait(payload.byteLength, this.#receiver.onMessage(type, payload))
    })
    parser.on('ping', payload => {
      this.#wait(0, this.#receiver.onControl('ping', false, payload))
      this.#answerPing(payload)
    })
    parser.on('pong', payload => this.#wait(0, this.#receiver.onControl('pong', false, payload)))
    parser.on('conclude', (code, bytes) => {
      const reason = bytes.toString()
      this.#closedByPeer = { code, reason }
      this.#wait(0, this.#receiver.onClose(false, code, reason))
      this.#sendClose(code, '')
    })
    parser.on('error', error => this.#fail(failedEnd(error, maxMessageBytes), closeCodeOf(error)))
    return parser
  }

  /**
   * Answers a ping; of those that arrive while a pong is being sent only the latest (RFC 6455 §5.5.3). A server that reads no
   * pongs is read no further.
   */
  #answerPing(payload: Uint8Array): void {
    if (!this.isOpen) return
    if (this.#pongSent === null) this.#pongSent = this.#sendPong(payload)
    else this.#unanswered = payload
    this.#wait(0, this.#pongSent)
  }

  #sendPong(payload: Uint8Array): Promise<void> {
    this.#wait(0, this.#receiver.onControl('pong', true, payload))
    return new Promise(resolve => {
      this.#sender.pong(payload, true, () => {
        const latest = this.#unanswered
        this.#unanswered = null
        this.#pongSent = latest === null || !this.isOpen ? null : this.#sendPong(latest)
        resolve()
      })
    })
  }

  async #read(parser: Receiver): Promise<FramedEnd> {
    let broken = ''
    try {
      for await (const bytes of this.#stream.incoming) {
        if (this.#failure !== null) break
        this.#keepAlive.noteReceived()
        // What follows a close frame is not read (RFC 6455 §5.5.1).
        if (this.#closedByPeer === null) await written(parser, bytes)
        if (this.#waitingBytes > maxWaitingBytes) await this.#settled()
      }
    } catch (error) {
      broken = systemCode(error) ?? ''
    }
    this.#keepAlive.stop()
    this.#stopClosing()
    this.#stream.abort()
    parser.destroy()
    for (const one of Object.values(this.#extensions)) one.cleanup()
    await this.#settled()
    return this.#end(broken)
  }

  #end(broken: string): FramedEnd {
    if (this.#failure !== null) return this.#failure
    const [first, by] =
      this.#closedByUser === null
        ? ([this.#closedByPeer, 'peer'] as const)
        : ([this.#closedByUser, 'user'] as const)
    if (first !== null) return { kind: 'closed', ...first, by }
    return { kind: 'failed', code: 'WEBSOCKET_BROKEN', subject: broken }
  }

  #sendClose(code: number, reason: string): void {
    if (this.#closeSent) return
    this.#closeSent = true
    // 1005 stands for a close frame without a code, and is never sent.
    const isCoded = code !== 1005
    this.#wait(0, this.#receiver.onClose(true, code, reason))
    this.#stopClosing = startTimer(closeTimeMs, () => this.#stream.abort())
    this.#sender.close(isCoded ? code : undefined, isCoded ? reason : '', true, () => {
      if (this.#closedByPeer !== null || this.#failure !== null) this.#stream.end()
    })
  }

  /** Says why, and closes the connection at once, or when the server has got it. */
  #fail(failure: FramedEnd, closeCode: number): void {
    if (this.#failure !== null) return
    const wasOpen = this.isOpen
    this.#failure = failure
    if (!wasOpen) {
      this.#stream.abort()
      return
    }
    this.#closeSent = true
    this.#wait(0, this.#receiver.onClose(true, closeCode, ''))
    const stop = startTimer(closeTimeMs, () => this.#stream.abort())
    this.#sender.close(closeCode, '', true, () => {
      stop()
      this.#stream.abort()
    })
  }

  /** Reads no further while what arrived is not taken. */
  #wait(bytes: number, taken: Promise<void>): void {
    // Messages that are taken together have the same promise.
    if (this.#waiting.at(-1) !== taken) this.#waiting.push(taken)
    this.#waitingBytes += bytes + bytesOfMessage
  }

  async #settled(): Promise<void> {
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting
      this.#waiting = []
      this.#waitingBytes = 0
      await Promise.all(waiting)
    }
  }
}

/** Resolves when the parser wants more, also if it has failed. */
function written(parser: Receiver, bytes: Uint8Array): Promise<void> {
  return new Promise(resolve => {
    const isOver = () => parser.destroyed || parser.errored !== null
    if (isOver()) resolve()
    else parser.write(bytes, () => resolve())
  })
}

type Written = (error?: Error | null) => void

/** The stream as Node's writable, which `ws` writes to. Frames of the same step are written together. */
class FrameWriter extends Writable {
  readonly #stream: ByteStream
  #isGathering = false

  constructor(stream: ByteStream) {
    super()
    this.#stream = stream
    // Whoever sends gets the error.
    this.on('error', () => {})
  }

  /** Call before a frame is written. */
  gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    this.cork()
    process.nextTick(() => {
      this.#isGathering = false
      this.uncork()
    })
  }

  override _write(bytes: Buffer, _: BufferEncoding, done: Written): void {
    this.#write(bytes, done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: Written): void {
    this.#write(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  #write(bytes: Buffer, done: Written): void {
    this.#stream.write(bytes).then(() => done(), done)
  }
}
