import { EvalFlags, JSException, JSValueHandle, QuickJS } from 'quickjs-wasi'
import { hostFunctionName, type SandboxImage, stackBytes } from './sandbox-image.ts'

/** The memory for a script that reads no large body. */
const baseMemoryBytes = 64 * 1024 * 1024
const maxMemoryBytes = 512 * 1024 * 1024
/** The memory that a script can use before the memory of its instance grows. */
const roomBytes = 1024 * 1024
/** Memory above the limit, to describe the end of a script that used up all its memory. */
const reserveBytes = 4 * 1024 * 1024

/** How many promise jobs run until the clock is looked at again; a long one is stopped within. */
const jobsForEachLook = 16

const functionHead = '(async function () {'

/** The host's result of a call: a text, raw UTF-8, nothing, or a refusal. */
export type HostAnswer =
  | { readonly kind: 'nothing' | 'refused' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'utf8'; readonly bytes: Uint8Array }

export interface SandboxHost {
  /** `json` may come from a script, so nothing about it is certain. */
  answer(operation: string, json: string): HostAnswer
  /** Called repeatedly while a script runs. */
  shouldStop(): boolean
  /** Called more often: whether the script was ended without a look at the clock, which takes long. */
  shouldStopAtOnce(): boolean
}

/** A thrown value, which itself stays inside the sandbox. */
export type Thrown =
  | { readonly kind: 'value'; readonly handle: JSValueHandle }
  | { readonly kind: 'engineFault' }

/** A part of the memory, of which half is zeros: they are written faster than copied. */
interface MemoryPiece {
  readonly from: number
  readonly to: number
  readonly isZero: boolean
}

/** An engine and its state before its first script. */
interface RestoredEngine {
  readonly vm: QuickJS
  readonly image: SandboxImage
  readonly memory: Uint8Array
  readonly pieces: readonly MemoryPiece[]
  readonly stackPointer: number
  /** The sandbox that currently uses the engine. */
  sandbox: SandboxVm | null
}

/**
 * A script engine for one script, restored from the image. Only texts leave it: no value, error or function
 * of a script ever becomes one of the host.
 */
export class SandboxVm {
  readonly #engine: RestoredEngine
  readonly #vm: QuickJS
  readonly #entryPoints: readonly JSValueHandle[]
  readonly #rejections = new Map<number, JSValueHandle>()
  #host: SandboxHost | null = null
  #isSound = true

  private constructor(engine: RestoredEngine) {
    this.#engine = engine
    this.#vm = engine.vm
    engine.vm.registerHostCallback(hostFunctionName, (operation, json) => this.#answer(operation, json))
    this.#entryPoints = engine.image.entryPoints.map(token => engine.vm.importHandle(token))
    engine.sandbox = this
  }

  /** Creates a sandbox in a new instance. */
  static async restore(wasm: WebAssembly.Module, image: SandboxImage): Promise<SandboxVm> {
    const late: { engine: RestoredEngine | null } = { engine: null }
    const vm = await QuickJS.restore(
      { ...image, extensions: [] },
      {
        wasm,
        memoryLimit: baseMemoryBytes,
        maxStackSize: stackBytes,
        interruptHandler: () => late.engine?.sandbox?.shouldStop() ?? false,
        onUnhandledRejection: (promise, reason, isHandled) =>
          late.engine?.sandbox?.noteRejection(promise, reason, isHandled),
        // Discards the engine's own output: 8 is EBADF.
        wasi: () => ({ fd_write: () => 8 }),
      },
    )
    late.engine = engineAtStart(vm, image)
    return new SandboxVm(late.engine)
  }

  /**
   * Returns the same instance for the next script, with every byte as before the first: memory and stack
   * pointer are its whole state. Returns null if that is impossible, because memory never shrinks and an
   * engine error may have affected anything. This sandbox must not be used any more.
   */
  rewound(): SandboxVm | null {
    const { vm, memory, pieces, stackPointer } = this.#engine
    if (!this.#isSound || this.memoryBytes !== memory.byteLength) return null
    const now = new Uint8Array(vm._getMemory().buffer)
    for (const { from, to, isZero } of pieces)
      if (isZero) now.fill(0, from, to)
      else now.set(memory.subarray(from, to), from)
    vm._getExports().__stack_pointer.value = stackPointer
    return new SandboxVm(this.#engine)
  }

  attach(host: SandboxHost): void {
    this.#host = host
  }

  shouldStop(): boolean {
    return this.#host?.shouldStop() ?? false
  }

  /** Compiles and starts a script; later errors are in `mainState`. Null: it started. */
  begin(source: string): Thrown | null {
    return this.#guarded(() => {
      this.#main = this.#compile(source)
      // The outcome is read from the promise, so it is not an unhandled rejection.
      if (this.#main.isPromise) this.#vm.markPromiseHandled(this.#main)
    })
  }

  #main: JSValueHandle | null = null
  #firstLineShift = 0
  #limitBytes = baseMemoryBytes

  /**
   * Compiles with top-level `await`, so that there is no wrapper to break out of and line numbers are right.
   */
  #compile(source: string): JSValueHandle {
    try {
      return this.#vm.evalCode(source, 'script', EvalFlags.ASYNC)
    } catch (error) {
      // Other clients run scripts inside a function, in which they may return early.
      const isReturn = error instanceof JSException && error.message.startsWith('return not in a function')
      if (!isReturn) throw error
      this.#firstLineShift = functionHead.length
      return this.#vm.evalCode(`${functionHead}${source}\n})()`, 'script', EvalFlags.TYPE_GLOBAL)
    }
  }

  /**
   * Returns by how many columns the first line was shifted; reported positions are too far right by this
   * number.
   */
  get firstLineShift(): number {
    return this.#firstLineShift
  }

  get mainState(): 'pending' | 'fulfilled' | 'rejected' {
    if (this.#main === null || !this.#main.isPromise) return 'fulfilled'
    return (['pending', 'fulfilled', 'rejected'] as const)[this.#main.promiseState] ?? 'pending'
  }

  /** Passes the rejection of the main script to the prelude's `fail`. */
  failWithMain(fail: number): void {
    const [main, entry] = [this.#main, this.#entryPoints[fail]]
    if (main === null || entry === undefined) return
    this.#openReserve()
    this.#guarded(() => this.#vm.promiseThenRaw(main, this.#vm.undefined, entry).dispose())
    this.drainJobs()
  }

  /** Returns the first unhandled rejection, if any. */
  unhandledRejection(): JSValueHandle | null {
    return this.#rejections.values().next().value ?? null
  }

  noteRejection(promise: JSValueHandle, reason: JSValueHandle, isHandled: boolean): void {
    const known = this.#rejections.get(promise.identity)
    known?.dispose()
    if (isHandled) this.#rejections.delete(promise.identity)
    else this.#rejections.set(promise.identity, reason.dup())
  }

  /** Calls an entry point of the prelude with primitives. Null: nothing was thrown. */
  call(entryPoint: number, ...values: readonly (string | number | boolean)[]): Thrown | null {
    return this.#guarded(() => this.#call(entryPoint, values).dispose())
  }

  /** Passes a thrown value to the prelude's `fail`. */
  failWith(fail: number, value: JSValueHandle): Thrown | null {
    const entry = this.#entryPoints[fail]
    this.#openReserve()
    return this.#guarded(() => {
      if (entry !== undefined) this.#vm.callFunction(entry, this.#vm.undefined, value).dispose()
    })
  }

  /** Returns the number from an entry point; null if the engine failed. */
  ask(entryPoint: number): number | null {
    let answer: number | null = null
    this.#guarded(() => {
      answer = this.#call(entryPoint, []).consume(handle => (handle.isNumber ? handle.toNumber() : null))
    })
    return answer
  }

  #call(entryPoint: number, values: readonly (string | number | boolean)[]): JSValueHandle {
    const entry = this.#entryPoints[entryPoint]
    if (entry === undefined) throw new Error(`The prelude has no entry point ${entryPoint}`)
    const handles = values.map(value => this.#handleOf(value))
    try {
      return this.#vm.callFunction(entry, this.#vm.undefined, ...handles)
    } finally {
      for (const handle of handles) handle.dispose()
    }
  }

  #handleOf(value: string | number | boolean): JSValueHandle {
    if (typeof value === 'string') return this.#vm.newString(value)
    return typeof value === 'number' ? this.#vm.newNumber(value) : value ? this.#vm.true : this.#vm.false
  }

  /** Runs pending promise jobs, one at a time, because an endless chain would never return. */
  drainJobs(): Thrown | null {
    return this.#guarded(() => {
      const exports = this.#vm._getExports()
      for (let ran = 0; exports.qjs_is_job_pending() !== 0 && !this.#stopsBeforeJob(ran); ran += 1)
        if (exports.qjs_execute_pending_job() < 0) throw new JSException(this.#vm.getException())
    })
  }

  #stopsBeforeJob(ran: number): boolean {
    return ran % jobsForEachLook === 0 ? this.shouldStop() : (this.#host?.shouldStopAtOnce() ?? false)
  }

  /**
   * Grows the memory at once for a body and its processing, because thousands of small steps take seconds.
   */
  makeRoomFor(bodyBytes: number): void {
    const exports = this.#vm._getExports()
    this.#limitBytes = Math.min(baseMemoryBytes + 8 * bodyBytes, maxMemoryBytes)
    exports.qjs_set_memory_limit(this.#limitBytes)
    const pointer = exports.wasm_malloc(Math.min(7 * bodyBytes, maxMemoryBytes))
    if (pointer !== 0) exports.wasm_free(pointer)
  }

  #openReserve(): void {
    this.#vm._getExports().qjs_set_memory_limit(this.#limitBytes + reserveBytes)
  }

  /** Returns the number of bytes that this engine's memory uses. */
  get memoryBytes(): number {
    return this.#vm._getMemory().buffer.byteLength
  }

  /** Returns the size of a memory that has grown, and so serves no further script; 0: it has not. */
  get grownBytes(): number {
    return this.memoryBytes === this.#engine.memory.byteLength ? 0 : this.memoryBytes
  }

  #guarded(run: () => void): Thrown | null {
    try {
      run()
      return null
    } catch (error) {
      if (error instanceof JSException) return { kind: 'value', handle: error.handle }
      this.#isSound = false
      return { kind: 'engineFault' }
    }
  }

  #answer(operation: JSValueHandle | undefined, json: JSValueHandle | undefined): JSValueHandle {
    if (this.#host === null || !operation?.isString || !json?.isString) return this.#vm.null
    try {
      return this.#handleOfAnswer(this.#host.answer(operation.toString(), json.toString()))
    } catch {
      // An error of the host would bring the paths in its stack into the sandbox.
      return this.#vm.null
    }
  }

  #handleOfAnswer(answer: HostAnswer): JSValueHandle {
    switch (answer.kind) {
      case 'nothing':
        return this.#vm.undefined
      case 'refused':
        return this.#vm.null
      case 'text':
        return this.#vm.newString(answer.text)
      case 'utf8':
        return this.#stringOf(answer.bytes)
    }
  }

  /** Copies bytes directly into the engine's memory, without a text of the host. */
  #stringOf(bytes: Uint8Array): JSValueHandle {
    const exports = this.#vm._getExports()
    const pointer = exports.wasm_malloc(bytes.byteLength + 1)
    if (pointer === 0) return this.#vm.null
    new Uint8Array(this.#vm._getMemory().buffer, pointer, bytes.byteLength).set(bytes)
    const value = exports.qjs_new_string(pointer, bytes.byteLength)
    exports.wasm_free(pointer)
    const handle = new JSValueHandle(this.#vm, value)
    return exports.qjs_is_exception(value) === 0 ? handle : this.#vm.null
  }
}

function engineAtStart(vm: QuickJS, image: SandboxImage): RestoredEngine {
  const exports = vm._getExports()
  // Enough memory for most scripts, because growing it makes the instance unusable for the next.
  exports.wasm_free(exports.wasm_malloc(roomBytes))
  // The library stores these at fixed places, so they must be part of the copied memory.
  for (const constant of [vm.undefined, vm.null, vm.true, vm.false, vm.global]) void constant
  const memory = new Uint8Array(vm._getMemory().buffer.slice(0))
  return {
    vm,
    image,
    memory,
    pieces: piecesOf(memory),
    stackPointer: exports.__stack_pointer.value,
    sandbox: null,
  }
}

/** A page of WebAssembly has 65,536 bytes, so the memory has a whole number of these. */
const pieceBytes = 4096
const zeros = new Uint8Array(pieceBytes)

/** Divides a memory into pieces that are zero and pieces that are not. */
function piecesOf(memory: Uint8Array): readonly MemoryPiece[] {
  const pieces: MemoryPiece[] = []
  for (let from = 0; from < memory.byteLength; from += pieceBytes) {
    const to = from + pieceBytes
    const isZero = Buffer.compare(memory.subarray(from, to), zeros) === 0
    const last = pieces.at(-1)
    if (last?.isZero === isZero) pieces[pieces.length - 1] = { from: last.from, to, isZero }
    else pieces.push({ from, to, isZero })
  }
  return pieces
}
