import { createRequire } from 'node:module'
import { nodeFiles } from '@parley/files'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sandboxFiles } from '../sandbox-files.ts'
import { type SandboxHost, SandboxVm } from './sandbox-vm.ts'

const { wasm, image } = await sandboxFiles()
const wasmPath = createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm')

afterEach(() => void vi.unstubAllGlobals())

const host: SandboxHost = {
  answer: () => ({ kind: 'nothing' }),
  shouldStop: () => false,
  shouldStopAtOnce: () => false,
}

function runIn(vm: SandboxVm, source: string): 'pending' | 'fulfilled' | 'rejected' {
  vm.attach(host)
  vm.begin(source)
  vm.drainJobs()
  return vm.mainState
}

describe('promise jobs', () => {
  it('look at the clock only now and then', async () => {
    const vm = await SandboxVm.restore(wasm, image)
    const shouldStop = vi.fn(() => false)
    vm.attach({ ...host, shouldStop })
    vm.begin('for (let at = 0; at < 320; at += 1) queueMicrotask(() => {})')
    shouldStop.mockClear()
    vm.drainJobs()
    expect(shouldStop.mock.calls.length).toBeLessThan(40)
  })

  it('end at once when the script was ended', async () => {
    const vm = await SandboxVm.restore(wasm, image)
    let ended = false
    const reported: string[] = []
    vm.attach({
      ...host,
      answer: (_operation, json) => {
        reported.push(json)
        ended = reported.length === 3
        return { kind: 'nothing' }
      },
      shouldStopAtOnce: () => ended,
    })
    vm.begin('for (let at = 0; at < 10; at += 1) queueMicrotask(() => console.log(at))')
    vm.drainJobs()
    expect(reported).toEqual(['["log","0"]', '["log","1"]', '["log","2"]'])
  })
})

describe('a reused instance', () => {
  it('keeps nothing of an earlier script', async () => {
    const first = await SandboxVm.restore(wasm, image)
    const leave = `globalThis.left = 1; Object.prototype.left = 2; Array.prototype.push = () => 3; JSON.parse = null
      new Promise((_, reject) => reject(new Error('left')));
      new FinalizationRegistry(() => {}).register({}, 'left'); setTimeout(() => {}, 1e6)`
    expect(runIn(first, leave)).toBe('fulfilled')
    expect(first.unhandledRejection()).not.toBeNull()

    const next = first.rewound()
    expect(next).not.toBeNull()
    if (next === null) return
    expect(next.unhandledRejection()).toBeNull()
    const look = `if (typeof left !== 'undefined' || {}.left || [].push(1) !== 1 || JSON.parse('4') !== 4) throw 0`
    expect(runIn(next, look)).toBe('fulfilled')
  })

  it('has the same bytes as before the first script, each time', async () => {
    const instances = watchInstances()
    let vm = await SandboxVm.restore(wasm, image)
    const [instance] = instances
    const held = () => Buffer.from(instance?.exports.memory.buffer ?? new ArrayBuffer(0))
    const before = Buffer.from(held())
    for (let round = 0; round < 3; round += 1) {
      runIn(
        vm,
        `var secret = 'hunter${round}'; var list = Array.from({ length: 5000 }, (_, at) => secret + at)`,
      )
      expect(held().includes(`hunter${round}`)).toBe(true)
      const next = vm.rewound()
      if (next === null) throw new Error('The instance should serve again')
      vm = next
      expect(held().equals(before)).toBe(true)
    }
    expect(instances).toHaveLength(1)
  })

  it('is discarded if a script made its memory grow', async () => {
    const vm = await SandboxVm.restore(wasm, image)
    runIn(vm, `var large = 'x'.repeat(2e6) + Math.random(); large.split('')`)
    expect(vm.rewound()).toBeNull()
  })

  it('has no state except its memory and its stack pointer: one global can change, and no table does', async () => {
    expect(changeableGlobals(await nodeFiles.read(wasmPath))).toBe(1)
    const instances = watchInstances()
    const vm = await SandboxVm.restore(wasm, image)
    const table = instances[0]?.exports.__indirect_function_table
    const functions = () => Array.from({ length: table?.length ?? 0 }, (_, at) => table?.get(at))
    const before = functions()
    expect(before.length).toBeGreaterThan(100)
    runIn(
      vm,
      'class A { #b = 1; get c() { return this.#b } }; JSON.parse("[1]").map(x => new A().c + x).sort()',
    )
    expect(functions()).toEqual(before)
  })
})

interface Instance {
  readonly exports: {
    readonly memory: { readonly buffer: ArrayBuffer }
    readonly __indirect_function_table: { readonly length: number; get(at: number): unknown }
  }
}

/** Collects the instances created from now on. */
function watchInstances(): Instance[] {
  const made: Instance[] = []
  const instantiate: (...given: unknown[]) => Promise<Instance> = Reflect.get(
    Object(WebAssembly),
    'instantiate',
  )
  const watch = vi.fn(async (...given: unknown[]) => {
    const instance = await instantiate(...given)
    made.push(instance)
    return instance
  })
  vi.stubGlobal('WebAssembly', { ...namesOf(WebAssembly), instantiate: watch })
  return made
}

/** Copies the members of a language namespace, which are not enumerable. */
function namesOf(namespace: object): object {
  return Object.fromEntries(
    Object.getOwnPropertyNames(namespace).map(name => [name, Reflect.get(namespace, name)]),
  )
}

/** Counts the mutable globals of a WebAssembly module, from its section of globals. */
function changeableGlobals(bytes: Uint8Array): number {
  let at = 8
  const number = () => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  while (at < bytes.length) {
    const section = bytes[at++]
    const length = number()
    const end = at + length
    if (section !== 6) {
      at = end
      continue
    }
    let changeable = 0
    for (let left = number(); left > 0; left -= 1) {
      at += 1
      changeable += bytes[at++] ?? 0
      // An i32.const and the end of its expression.
      expect(bytes[at++]).toBe(0x41)
      number()
      expect(bytes[at++]).toBe(0x0b)
    }
    expect(at).toBe(end)
    return changeable
  }
  return 0
}
