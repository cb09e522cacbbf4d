import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { nodeFiles } from '@parley/files'
import type { SandboxImage } from './sandbox/sandbox-image.ts'
import type { SandboxImageName } from './shared/script-libraries.ts'

/** The files that `scripts/build-sandbox.mjs` wrote. */
export interface SandboxFiles {
  readonly wasm: WebAssembly.Module
  /** The image without libraries. */
  readonly image: SandboxImage
  readonly workerUrl: URL
  readonly pacWorkerUrl: URL
  /** The PAC functions, as code. */
  readonly pacFunctions: string
}

/**
 * Next to the bundle of a program, and in `dist` of this package when run from source: the same relative
 * address. The server in the package of the command line uses the files of the command line.
 */
const own = new URL('../dist/sandbox/', import.meta.url)
const shared = new URL('../../sandbox/', import.meta.url)

let found: Promise<URL> | null = null

/** Returns the folder with the files. */
function folder(): Promise<URL> {
  found ??= findFolder()
  return found
}

async function findFolder(): Promise<URL> {
  return (await nodeFiles.info(fileURLToPath(own))) === null ? shared : own
}

let loaded: Promise<SandboxFiles> | null = null

/** Reads and compiles the files when the first script runs, once per process. */
export function sandboxFiles(): Promise<SandboxFiles> {
  loaded ??= load()
  return loaded
}

const images = new Map<SandboxImageName, Promise<SandboxImage>>()

/** Reads an image when the first script needs it, once per process. */
export function sandboxImage(name: SandboxImageName): Promise<SandboxImage> {
  const image = images.get(name) ?? loadImage(name)
  images.set(name, image)
  return image
}

async function loadImage(name: SandboxImageName): Promise<SandboxImage> {
  const [stored, registers] = await Promise.all([read(`${name}.image`), read('images.json')])
  const memory = name === 'plain' ? stored : await promisify(brotliDecompress)(stored)
  // Shared, so that an additional worker needs no copy.
  const shared = new Uint8Array(new SharedArrayBuffer(memory.byteLength))
  shared.set(memory)
  return { memory: shared, ...readRegisters(name, new TextDecoder().decode(registers)) }
}

const read = async (name: string) => nodeFiles.read(fileURLToPath(new URL(name, await folder())))

async function load(): Promise<SandboxFiles> {
  const [wasm, image, pacFunctions] = await Promise.all([
    read('quickjs.wasm').then(bytes => WebAssembly.compile(bytes)),
    sandboxImage('plain'),
    read('pac-functions.js'),
  ])
  return {
    wasm,
    image,
    workerUrl: new URL('script-worker.js', await folder()),
    pacWorkerUrl: new URL('pac-worker.js', await folder()),
    pacFunctions: new TextDecoder().decode(pacFunctions),
  }
}

/** Reads the registers; an invalid file must fail here and not in a worker. */
function readRegisters(image: SandboxImageName, json: string): Omit<SandboxImage, 'memory'> {
  const all: unknown = JSON.parse(json)
  const registers: unknown = Reflect.get(Object(all), image)
  const number = (name: string): number => {
    const value: unknown = Reflect.get(Object(registers), name)
    if (typeof value !== 'number') throw new Error(`images.json has no ${name} of ${image}`)
    return value
  }
  const entryPoints: unknown = Reflect.get(Object(registers), 'entryPoints')
  if (!Array.isArray(entryPoints)) throw new Error(`images.json has no entryPoints of ${image}`)
  return {
    stackPointer: number('stackPointer'),
    runtimePtr: number('runtimePtr'),
    contextPtr: number('contextPtr'),
    entryPoints: entryPoints.map(Number),
  }
}
