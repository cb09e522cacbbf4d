/**
 * Declares the one web-standard global that the package uses and every host of it has (Node, browsers, workers). The package is
 * checked without the types of the DOM and Node, so that it cannot use anything else.
 */
declare class TextDecoder {
  constructor(label?: string, options?: { ignoreBOM?: boolean })
  decode(bytes?: Uint8Array): string
}
