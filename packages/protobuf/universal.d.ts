/**
 * Declares the few web-standard globals that every host of the package has (Node, browsers, workers). The
 * package is checked without the types of the DOM and Node, so that it cannot use anything else.
 */
declare class TextEncoder {
  encode(text: string): Uint8Array
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string
}
