/**
 * The few web-standard globals that every host of the package has (Node, browsers, workers). The
 * package is checked without the DOM's and Node's types, so that it can use nothing else of theirs.
 */
declare class TextEncoder {
  encode(text: string): Uint8Array
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string
}

declare function btoa(binary: string): string
