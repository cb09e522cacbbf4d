import { Worker } from 'node:worker_threads'
import { unreachableHeapMb, watchHeap } from '@parley/files'
import { failed, type Result } from '@parley/model'
import { conversionStopped, type ImportRefusal } from './import-failure.ts'
import type { FromImportThread } from './import-protocol.ts'
import type { ImportSource } from './import-source.ts'
import type { ImportProgress, ReadImport } from './read-import.ts'

/** The limits of an import. */
export interface ImportCaps {
  readonly maxMs: number
  readonly maxHeapMb: number
}

/**
 * A 4 MB OpenAPI document takes about a second and 300 MB; these limits allow honest files of 100 MB but no
 * bombs.
 */
const importCaps: ImportCaps = { maxMs: 60_000, maxHeapMb: 1024 }

export interface RunImportOptions {
  readonly caps?: ImportCaps
  readonly signal?: AbortSignal
  onProgress?(progress: ImportProgress): void
}

/**
 * Reads a source in its own thread, which is ended if it uses too much memory or time, or on cancel. The
 * files' bytes are transferred to the thread, so the caller cannot read them any more.
 */
export function runImport(
  source: ImportSource,
  { caps = importCaps, signal, onProgress }: RunImportOptions = {},
): Promise<Result<ReadImport, ImportRefusal>> {
  if (signal?.aborted) return Promise.resolve(failed(conversionStopped('CANCELLED')))
  return new Promise((resolve, reject) => {
    const worker = startWorker(source)
    let isSettled = false
    const settle = (finish: () => void) => {
      if (isSettled) return
      isSettled = true
      clearTimeout(timer)
      endHeapWatch()
      signal?.removeEventListener('abort', cancel)
      void worker.terminate().then(finish, finish)
    }
    const stop = (code: Parameters<typeof conversionStopped>[0]) =>
      settle(() => resolve(failed(conversionStopped(code))))
    const cancel = () => stop('CANCELLED')
    const timer = setTimeout(() => stop('TOO_SLOW'), caps.maxMs)
    const endHeapWatch = watchHeap(worker, caps.maxHeapMb * 2 ** 20, () => stop('TOO_MUCH_MEMORY'))
    signal?.addEventListener('abort', cancel)
    worker.on('message', (message: FromImportThread) => {
      if (message.type === 'progress') onProgress?.(message.progress)
      else settle(() => resolve(message.result))
    })
    worker.once('error', error => {
      const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (isMemory) stop('TOO_MUCH_MEMORY')
      else settle(() => reject(error))
    })
    worker.once('exit', () =>
      settle(() => reject(new Error('The thread of the import ended without a result'))),
    )
  })
}

function startWorker({ name, isPasted, files }: ImportSource): Worker {
  // Next to this file in the sources, and next to the whole program once bundled.
  const file = import.meta.url.endsWith('.ts') ? './import-worker.ts' : './import-worker.js'
  const given = files.map(({ path, bytes }) => ({ path, bytes: ownBytes(bytes) }))
  return new Worker(new URL(file, import.meta.url), {
    workerData: { name, isPasted, files: given },
    transferList: given.map(one => one.bytes.buffer),
    resourceLimits: { maxOldGenerationSizeMb: unreachableHeapMb },
  })
}

/** Copies small buffers, which share their memory with others that must not be transferred. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
  return isOwn ? new Uint8Array(buffer) : Uint8Array.from(bytes)
}
