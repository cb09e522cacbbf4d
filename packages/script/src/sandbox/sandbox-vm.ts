import { EvalFlags, JSException, JSValueHandle, QuickJS } from 'quickjs-wasi'
import { hostFunctionName, type SandboxImage, stackBytes } from './sandbox-image.ts'

/** Memory of a script that reads no large body. */
const baseMemoryBytes = 64 * 1024 * 1024
const maxMemoryBytes = 512 * 1024 * 1024
/** What a script can take before the memory of its instance grows. */
const roomBytes = 1024 * 1024
/** Beyond its limit, for words about how a script ended: one that took all memory has none left for them. */
const reserveBytes = 4 * 1024 * 1024

const functionHead = '(async function () {'

/** What the host answers a call: a text, raw UTF-8, nothing, or that it refuses. */
export type HostAnswer =
  | { readonly kind: 'nothing' | 'refused' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'utf8'; readonly bytes: Uint8Array }

export interface SandboxHost {
  /** `json` is text that a script may have made: nothing about it is sure. */
  answer(operation: string, json: string): HostAnswer
  /** Asked again and again while a script runs. */
  shouldStop(): boolean
}

/** Something a script threw; the value itself stays inside. */
export type Thrown =
  | { readonly kind: 'value'; readonly handle: JSValueHandle }
  | { readonly kind: 'engineFault' }

/** An engine and how it stood before its first script. */
interface RestoredEngine {
  readonly vm: QuickJS
  readonly image: SandboxImage
  readonly memory: Uint8Array
  readonly stackPointer: number
  /** Whose script runs in it. */
  sandbox: SandboxVm | null
}

/**
 * A script engine for one script, as the image has it. All that leaves it are texts: no value, error or
 * function of a script ever becomes one of the host.
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

  /** In an instance of its own. */
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
        // The engine's own complaints go nowhere: 8 is EBADF.
        wasi: () => ({ fd_write: () => 8 }),
      },
    )
    late.engine = engineAtStart(vm, image)
    return new SandboxVm(late.engine)
  }

  /**
   * The same instance for the next script, with every byte as it was before the first: its memory and its stack
   * pointer are all that it has. Null where that cannot be, as memory never shrinks and a fault of the engine
   * may be anywhere. This one must not be used any more.
   */
  rewound(): SandboxVm | null {
    const { vm, memory, stackPointer } = this.#engine
    if (!this.#isSound || this.memoryBytes !== memory.byteLength) return null
    new Uint8Array(vm._getMemory().buffer).set(memory)
    vm._getExports().__stack_pointer.value = stackPointer
    return new SandboxVm(this.#engine)
  }

  attach(host: SandboxHost): void {
    this.#host = host
  }

  shouldStop(): boolean {
    return this.#host?.shouldStop() ?? false
  }

  /** Compiles and begins a script; what it throws later is in `mainState`. Null: it began. */
  begin(source: string): Thrown | null {
    return this.#guarded(() => {
      this.#main = this.#compile(source)
      // Its outcome is read from the promise; it is not a rejection that nobody looks at.
      if (this.#main.isPromise) this.#vm.markPromiseHandled(this.#main)
    })
  }

  #main: JSValueHandle | null = null
  #firstLineShift = 0
  #limitBytes = baseMemoryBytes

  /** With top-level `await`, so that there is no wrapper to break out of and lines are right. */
  #compile(source: string): JSValueHandle {
    try {
      return this.#vm.evalCode(source, 'script', EvalFlags.ASYNC)
    } catch (error) {
      // Other clients run scripts inside a function, where they may return early.
      const isReturn = error instanceof JSException && error.message.startsWith('return not in a function')
      if (!isReturn) throw error
      this.#firstLineShift = functionHead.length
      return this.#vm.evalCode(`${functionHead}${source}\n})()`, 'script', EvalFlags.TYPE_GLOBAL)
    }
  }

  /** By how many columns the first line was moved: a place that the engine names is that much too far right. */
  get firstLineShift(): number {
    return this.#firstLineShift
  }

  get mainState(): 'pending' | 'fulfilled' | 'rejected' {
    if (this.#main === null || !this.#main.isPromise) return 'fulfilled'
    return (['pending', 'fulfilled', 'rejected'] as const)[this.#main.promiseState] ?? 'pending'
  }

  /** Hands what the main script was rejected with to the prelude's `fail`. */
  failWithMain(fail: number): void {
    const [main, entry] = [this.#main, this.#entryPoints[fail]]
    if (main === null || entry === undefined) return
    this.#openReserve()
    this.#guarded(() => this.#vm.promiseThenRaw(main, this.#vm.undefined, entry).dispose())
    this.drainJobs()
  }

  /** The first rejection that nothing in the script looked at, if any. */
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

  /** Hands something that was thrown to the prelude's `fail`. */
  failWith(fail: number, value: JSValueHandle): Thrown | null {
    const entry = this.#entryPoints[fail]
    this.#openReserve()
    return this.#guarded(() => {
      if (entry !== undefined) this.#vm.callFunction(entry, this.#vm.undefined, value).dispose()
    })
  }

  /** The number that an entry point returns; null where the engine could not say. */
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

  /** Runs what promises have left to do, one job at a time: a chain without an end would never come back. */
  drainJobs(): Thrown | null {
    return this.#guarded(() => {
      const exports = this.#vm._getExports()
      while (exports.qjs_is_job_pending() !== 0 && !this.shouldStop())
        if (exports.qjs_execute_pending_job() < 0) throw new JSException(this.#vm.getException())
    })
  }

  /** Room for a body and what a script makes of it; grown at once, as thousands of small steps take seconds. */
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

  /** Bytes of the memory that this engine has taken from the system. */
  get memoryBytes(): number {
    return this.#vm._getMemory().buffer.byteLength
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
      // An error of the host would enter the sandbox with the paths in its stack.
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

  /** Straight into the engine's memory, without a text of the host in between. */
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
  // Room that most scripts find enough, as one that makes the memory grow loses the instance.
  exports.wasm_free(exports.wasm_malloc(roomBytes))
  // The library keeps these where it put them once, so they must be in what is copied.
  for (const constant of [vm.undefined, vm.null, vm.true, vm.false, vm.global]) void constant
  return {
    vm,
    image,
    memory: new Uint8Array(vm._getMemory().buffer.slice(0)),
    stackPointer: exports.__stack_pointer.value,
    sandbox: null,
  }
}
