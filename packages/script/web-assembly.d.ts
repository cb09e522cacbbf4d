/** WebAssembly as far as this package uses it: Node's own types leave it to the DOM's. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: BufferSource)
  }
  interface Memory {
    readonly buffer: ArrayBuffer
  }
  interface Global {
    value: number
  }
  interface Table {
    readonly length: number
  }
  function compile(bytes: BufferSource): Promise<Module>
}

type BufferSource = ArrayBufferView | ArrayBuffer
