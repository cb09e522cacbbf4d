/** The parts of `ws` that Parley uses. Most of them are exported without being documented. */
declare module 'ws' {
  import type { Duplex, Writable } from 'node:stream'

  /** Parameters of one extension, each with its values, or `true` without one. */
  type ExtensionParameters = Readonly<Record<string, readonly (string | boolean)[]>>

  interface DeflateOptions {
    readonly maxPayload?: number
  }

  class PerMessageDeflate {
    static readonly extensionName: string
    constructor(options?: DeflateOptions)
    accept(parameters: readonly ExtensionParameters[]): unknown
    cleanup(): void
  }

  type Extensions = Readonly<Record<string, PerMessageDeflate>>

  interface ReceiverEvents {
    message: [payload: Buffer, isBinary: boolean]
    ping: [payload: Buffer]
    pong: [payload: Buffer]
    conclude: [code: number, reason: Buffer]
  }

  class Receiver extends Writable {
    constructor(options: {
      readonly extensions?: Extensions
      readonly maxPayload?: number
      readonly maxFragments?: number
      readonly maxBufferedChunks?: number
    })
    on<Name extends keyof ReceiverEvents>(name: Name, listener: (...args: ReceiverEvents[Name]) => void): this
    on(name: 'error', listener: (error: Error) => void): this
    on(name: 'drain' | 'close', listener: () => void): this
    on(name: string | symbol, listener: (...args: never[]) => void): this
  }

  type Sent = (error?: Error | null) => void

  class Sender {
    constructor(socket: Duplex | Writable, extensions?: Extensions)
    send(
      data: Uint8Array,
      options: {
        readonly binary: boolean
        readonly compress: boolean
        readonly fin: boolean
        readonly mask: boolean
      },
      done: Sent,
    ): void
    ping(data: Uint8Array, mask: boolean, done: Sent): void
    pong(data: Uint8Array, mask: boolean, done: Sent): void
    close(code: number | undefined, data: Uint8Array | string, mask: boolean, done: Sent): void
  }

  const extension: { parse(header: string): Record<string, ExtensionParameters[]> }
}
