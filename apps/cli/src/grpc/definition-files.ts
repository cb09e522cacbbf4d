import type { CompiledDefinitions } from '@parley/engine'
import type { DefinitionFiles } from '@parley/engine/grpc'
import { failed, ok, type SendFailure } from '@parley/model'
import type { OpenableFiles } from '@parley/transport'

/** Larger files are no service definitions. */
const largestBytes = 100_000_000

/**
 * Reads service definitions from the files that requests may read.
 * @param compiled - what files define that did not change; absent: each read compiles them
 * @param texts - files that an export contains, by their paths; they take precedence
 */
export function definitionFiles(
  { open }: Pick<OpenableFiles, 'open'>,
  compiled?: CompiledDefinitions,
  texts: ReadonlyMap<string, string> = new Map(),
): DefinitionFiles {
  const stampOfPath = async (path: string) => texts.get(path) ?? stampOf(open, path)
  return {
    ...(compiled === undefined ? {} : { kept: { compiled, stampOf: stampOfPath } }),
    async misplaced(path) {
      const opened = await open(path)
      if (!opened.ok) return opened.failure.misplaced ?? null
      await opened.value.close()
      return null
    },
    async read(path) {
      const text = texts.get(path)
      if (text !== undefined) return ok(new TextEncoder().encode(text))
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

/** Two files, or two contents of a file, have different stamps. */
async function stampOf(open: OpenableFiles['open'], path: string): Promise<string | null> {
  const opened = await open(path)
  if (!opened.ok) return opened.failure.code === 'FILE_NOT_READ' ? null : opened.failure.code
  try {
    const { identity, modifiedMs, sizeBytes } = await opened.value.info()
    return [identity, modifiedMs, sizeBytes].join(' ')
  } finally {
    await opened.value.close()
  }
}

function tooLarge(path: string): SendFailure {
  const subject = `${path} is larger than 100 MB`
  return { kind: 'file', code: 'GRPC_DEFINITION', step: 'prepare', address: '', subject, elapsedMs: 0 }
}
