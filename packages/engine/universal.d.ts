/**
 * The few web-standard globals that every host of the engine has (Node, browsers, workers). The
 * package is checked without the DOM's and Node's types, so that it can use nothing else of theirs.
 */
declare class TextEncoder {
  encode(text: string): Uint8Array
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  readonly encoding: string
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string
}

interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

declare const AbortSignal: {
  any(signals: AbortSignal[]): AbortSignal
}

declare class AbortController {
  readonly signal: AbortSignal
  abort(): void
}

declare function setTimeout(callback: () => void, delayMs: number): unknown

declare function btoa(binary: string): string

declare function atob(encoded: string): string

interface CryptoKey {
  readonly type: string
}

declare const crypto: {
  readonly subtle: {
    digest(algorithm: string, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>
    importKey(
      format: 'raw' | 'pkcs8',
      keyData: Uint8Array<ArrayBuffer>,
      algorithm: { name: string; hash?: string; namedCurve?: string },
      extractable: boolean,
      usages: 'sign'[],
    ): Promise<CryptoKey>
    sign(
      algorithm: { name: string; hash?: string; saltLength?: number },
      key: CryptoKey,
      data: Uint8Array<ArrayBuffer>,
    ): Promise<ArrayBuffer>
  }
}

interface ReadableBytes {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }>
    cancel(): Promise<void>
  }
}

interface WritableBytes {
  getWriter(): { write(bytes: Uint8Array): Promise<void>; close(): Promise<void> }
}

declare class CompressionStream {
  constructor(format: 'gzip')
  readonly readable: ReadableBytes
  readonly writable: WritableBytes
}

declare class DecompressionStream {
  constructor(format: 'gzip' | 'deflate')
  readonly readable: ReadableBytes
  readonly writable: WritableBytes
}
