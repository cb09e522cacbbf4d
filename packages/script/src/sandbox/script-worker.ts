import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { SandboxImageName } from '../shared/script-libraries.ts'
import { SandboxVm } from './sandbox-vm.ts'
import { ScriptRun } from './script-run.ts'
import {
  type FromWorker,
  type LibraryImage,
  type RunControl,
  runControl,
  type ScriptJob,
  type ToWorker,
  type WorkerSetup,
} from './worker-protocol.ts'

const setup: WorkerSetup = workerData
/** The sandboxes for the next scripts, by image. */
const spares = new Map<SandboxImageName, Promise<SandboxVm>>()
spares.set('plain', SandboxVm.restore(setup.wasm, setup.image))
let running: ScriptRun | null = null

parentPort?.on('message', (message: ToWorker) => {
  switch (message.type) {
    case 'run':
      return void run(message.job, runControl(message.control), message.libraries)
    case 'answered':
      return running?.deliver(message.id, message.answer)
    case 'cancel':
      return running?.cancel()
  }
})

async function run(job: ScriptJob, control: RunControl, libraries: LibraryImage | null): Promise<void> {
  const { name, image } = libraries ?? { name: 'plain', image: setup.image }
  const vm = await (spares.get(name) ?? SandboxVm.restore(setup.wasm, image))
  running = new ScriptRun(vm, job, control, {
    send: (id, request, changes) => post({ type: 'send', id, request, changes }),
    readBody: () => readBody(control),
    sleep: isSleeping => post({ type: 'sleeping', isSleeping }),
    finish(result) {
      running = null
      post({ type: 'done', result, grownBytes: vm.grownBytes })
      const next = vm.rewound()
      spares.set(name, next === null ? SandboxVm.restore(setup.wasm, image) : Promise.resolve(next))
    },
  })
  running.begin()
}

/** Reads the body. The script reads it within one call, so this thread blocks until it arrives. */
function readBody({ flags }: RunControl): Uint8Array | null {
  post({ type: 'read-body' })
  Atomics.wait(flags, 1, 0)
  const received: unknown = receiveMessageOnPort(setup.bodyPort)?.message
  return received instanceof Uint8Array ? received : null
}

function post(message: FromWorker): void {
  parentPort?.postMessage(message)
}
