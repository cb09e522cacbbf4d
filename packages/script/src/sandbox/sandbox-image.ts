import { CompileFlags, EvalFlags, MAX_STACK_SIZE, QuickJS } from 'quickjs-wasi'
import { readUrl } from './url-operation.ts'

/** The name of the only host function, by which a restored sandbox finds its callback. */
export const hostFunctionName = 'host'

/** The memory of a script engine after the prelude has run; every script begins with a copy of it. */
export interface SandboxImage {
  readonly memory: Uint8Array
  readonly stackPointer: number
  readonly runtimePtr: number
  readonly contextPtr: number
  /** Tokens of the prelude's entry points, in its order. */
  readonly entryPoints: readonly number[]
}

/** The limit of QuickJS's own stack check; the stack of the wasm module is larger. */
export const stackBytes = MAX_STACK_SIZE

/**
 * What the engine gets from its system while an image is made: nothing that differs from build to build, so that
 * the same sources make the same image. Each script gets its own time and random numbers later.
 */
const sameForEveryBuild = (memory: WebAssembly.Memory) => ({
  fd_write: () => 8,
  clock_time_get(_clock: number, _precision: bigint, result: number) {
    new DataView(memory.buffer).setBigUint64(result, 1n, true)
    return 0
  },
  random_get(start: number, length: number) {
    new Uint8Array(memory.buffer, start, length).fill(1)
    return 0
  },
})

/**
 * Runs the prelude once and returns the resulting memory. Only for Parley's own code, because an image is
 * trusted like code.
 */
export async function makeSandboxImage(wasm: WebAssembly.Module, prelude: string): Promise<SandboxImage> {
  const vm = await QuickJS.create({ wasm, maxStackSize: stackBytes, wasi: sameForEveryBuild })
  // Libraries make URLs when they load; nothing else calls the host yet.
  const host = vm.newFunction(hostFunctionName, (operation, json) => {
    const [url, base] = operation?.toString() === 'read-url' ? JSON.parse(`${json}`) : []
    return url === undefined ? vm.undefined : vm.newString(readUrl(url, base))
  })
  vm.setProp(vm.global, 'takeHostFunction', host)
  host.dispose()
  const exported = vm.evalBytecode(await bytecodeOf(wasm, prelude))
  const entryPoints = Array.from({ length: exported.length }, (_, at) =>
    vm.exportHandle(exported.getProp(String(at))),
  )
  vm.executePendingJobs()
  vm.runGC()
  const { memory, stackPointer, runtimePtr, contextPtr } = vm.snapshot()
  return { memory, stackPointer, runtimePtr, contextPtr, entryPoints }
}

/**
 * Compiles in an engine of its own: the compiler leaves used memory behind, and each function would keep its source. Every
 * script would begin with a copy of both.
 */
async function bytecodeOf(wasm: WebAssembly.Module, prelude: string): Promise<Uint8Array> {
  const compiler = await QuickJS.create({ wasm, maxStackSize: stackBytes, wasi: sameForEveryBuild })
  const bytecode = compiler.compile(prelude, 'prelude', EvalFlags.TYPE_GLOBAL, CompileFlags.STRIP_SOURCE)
  compiler.dispose()
  return bytecode
}
