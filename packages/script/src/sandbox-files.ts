import { fileURLToPath } from 'node:url'
import { nodeFiles } from '@parley/files'
import type { SandboxImage } from './sandbox/sandbox-image.ts'

/** The files that `scripts/build-sandbox.mjs` wrote. */
export interface SandboxFiles {
  readonly wasm: WebAssembly.Module
  readonly image: SandboxImage
  readonly workerUrl: URL
  readonly pacWorkerUrl: URL
  /** The PAC functions, as code. */
  readonly pacFunctions: string
}

/**
 * Next to the bundle of a program, and in `dist` of this package when run from source: the same relative
 * address.
 */
const folder = new URL('../dist/sandbox/', import.meta.url)

let loaded: Promise<SandboxFiles> | null = null

/** Reads and compiles the files when the first script runs, once per process. */
export function sandboxFiles(): Promise<SandboxFiles> {
  loaded ??= load()
  return loaded
}

const read = (name: string) => nodeFiles.read(fileURLToPath(new URL(name, folder)))

async function load(): Promise<SandboxFiles> {
  const [wasm, memory, registers, pacFunctions] = await Promise.all([
    read('quickjs.wasm'),
    read('prelude.image'),
    read('prelude.json'),
    read('pac-functions.js'),
  ])
  // Shared, so that an additional worker needs no copy.
  const shared = new Uint8Array(new SharedArrayBuffer(memory.byteLength))
  shared.set(memory)
  return {
    wasm: await WebAssembly.compile(wasm),
    image: { memory: shared, ...readRegisters(new TextDecoder().decode(registers)) },
    workerUrl: new URL('script-worker.js', folder),
    pacWorkerUrl: new URL('pac-worker.js', folder),
    pacFunctions: new TextDecoder().decode(pacFunctions),
  }
}

/** Reads the registers; an invalid file must fail here and not in a worker. */
function readRegisters(json: string): Omit<SandboxImage, 'memory'> {
  const read: unknown = JSON.parse(json)
  const number = (name: string): number => {
    const value: unknown = Reflect.get(Object(read), name)
    if (typeof value !== 'number') throw new Error(`prelude.json has no ${name}`)
    return value
  }
  const entryPoints: unknown = Reflect.get(Object(read), 'entryPoints')
  if (!Array.isArray(entryPoints)) throw new Error('prelude.json has no entryPoints')
  return {
    stackPointer: number('stackPointer'),
    runtimePtr: number('runtimePtr'),
    contextPtr: number('contextPtr'),
    entryPoints: entryPoints.map(Number),
  }
}
