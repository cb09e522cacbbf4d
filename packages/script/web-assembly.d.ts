/**
 * Declares the parts of WebAssembly that this package uses, because Node's types rely on those of the DOM.
 */
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
