import { EvalFlags, MAX_STACK_SIZE, QuickJS } from 'quickjs-wasi'

/** The one host function, by which a restored sandbox finds its callback again. */
export const hostFunctionName = 'host'

/** The memory of a script engine in which the prelude has run; every script begins with a copy of it. */
export interface SandboxImage {
  readonly memory: Uint8Array
  readonly stackPointer: number
  readonly runtimePtr: number
  readonly contextPtr: number
  /** Tokens of the prelude's entry points, in its order. */
  readonly entryPoints: readonly number[]
}

/** QuickJS's own stack guard; beyond it lies the stack of the wasm module. */
export const stackBytes = MAX_STACK_SIZE

/** Runs the prelude once and keeps what it left. Only for code of ours: an image is trusted like code. */
export async function makeSandboxImage(wasm: WebAssembly.Module, prelude: string): Promise<SandboxImage> {
  const vm = await QuickJS.create({ wasm, maxStackSize: stackBytes, wasi: () => ({ fd_write: () => 8 }) })
  const host = vm.newFunction(hostFunctionName, () => vm.undefined)
  vm.setProp(vm.global, 'takeHostFunction', host)
  host.dispose()
  const exported = vm.evalCode(prelude, 'prelude', EvalFlags.TYPE_GLOBAL)
  const entryPoints = Array.from({ length: exported.length }, (_, at) =>
    vm.exportHandle(exported.getProp(String(at))),
  )
  vm.executePendingJobs()
  vm.runGC()
  const { memory, stackPointer, runtimePtr, contextPtr } = vm.snapshot()
  return { memory, stackPointer, runtimePtr, contextPtr, entryPoints }
}
