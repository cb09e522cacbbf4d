import type { DefinitionFiles } from '@parley/engine/grpc'
import { failed, ok, type SendFailure } from '@parley/model'
import type { OpenableFiles } from '@parley/transport'

/** Larger files are no service definitions. */
const largestBytes = 100_000_000

/** Reads service definitions from the files that requests may read. */
export function definitionFiles({ open }: Pick<OpenableFiles, 'open'>): DefinitionFiles {
  return {
    async read(path) {
      const opened = await open(path)
      if (!opened.ok) return opened.failure.code === 'FILE_NOT_READ' ? ok(null) : opened
      const file = opened.value
      try {
        const { sizeBytes } = await file.info()
        if (sizeBytes > largestBytes) return failed(tooLarge(path))
        const bytes = new Uint8Array(sizeBytes)
        const readBytes = await file.readAt(bytes, 0)
        return ok(bytes.subarray(0, readBytes))
      } finally {
        await file.close()
      }
    },
  }
}

function tooLarge(path: string): SendFailure {
  const subject = `${path} is larger than 100 MB`
  return { kind: 'file', code: 'GRPC_DEFINITION', step: 'prepare', address: '', subject, elapsedMs: 0 }
}
