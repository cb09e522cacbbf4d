/** The server and the client of `ws`, as far as tests and the demo API use them. */
declare module 'ws' {
  import type { EventEmitter } from 'node:events'
  import type { IncomingMessage } from 'node:http'
  import type { Duplex } from 'node:stream'

  interface ServerDeflateOptions {
    readonly threshold?: number
    readonly serverNoContextTakeover?: boolean
    readonly clientNoContextTakeover?: boolean
  }

  interface WebSocketEvents {
    message: [data: Buffer, isBinary: boolean]
    ping: [data: Buffer]
    pong: [data: Buffer]
    open: []
    close: [code: number, reason: Buffer]
    error: [error: Error]
  }

  class WebSocket extends EventEmitter {
    constructor(address: string, protocols?: readonly string[], options?: Readonly<Record<string, unknown>>)
    readonly protocol: string
    readonly extensions: string
    on<Name extends keyof WebSocketEvents>(
      name: Name,
      listener: (...args: WebSocketEvents[Name]) => void,
    ): this
    once<Name extends keyof WebSocketEvents>(
      name: Name,
      listener: (...args: WebSocketEvents[Name]) => void,
    ): this
    send(
      data: string | Uint8Array,
      options?: { readonly binary?: boolean },
      done?: (error?: Error) => void,
    ): void
    ping(data?: string | Uint8Array): void
    close(code?: number, reason?: string): void
    terminate(): void
    /** Reads nothing further. */
    pause(): void
  }

  class WebSocketServer extends EventEmitter {
    constructor(options: {
      readonly noServer: true
      readonly maxPayload?: number
      readonly perMessageDeflate?: boolean | ServerDeflateOptions
      readonly handleProtocols?: (offered: ReadonlySet<string>) => string | false
    })
    handleUpgrade(
      request: IncomingMessage,
      socket: Duplex,
      head: Buffer,
      done: (socket: WebSocket, request: IncomingMessage) => void,
    ): void
  }
}
