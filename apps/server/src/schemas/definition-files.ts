import { join } from 'node:path'
import type { CompiledDefinitions } from '@parley/engine'
import type { DefinitionFiles } from '@parley/engine/grpc'
import { nodeFiles } from '@parley/files'
import { failed, ok, type SendFailure } from '@parley/model'
import { locateFile } from './locate-file.ts'

/** Larger files are no service definitions. */
const largestBytes = 100_000_000

/**
 * Reads service definitions from files of a workspace. Paths begin in a folder of it, that of a collection, and lead nowhere
 * outside of the workspace.
 * @param folder - of the workspace
 * @param start - relative to it; empty: itself
 * @param compiled - what files define that did not change
 */
export function definitionFilesIn(
  folder: string,
  start: string,
  compiled: CompiledDefinitions,
): DefinitionFiles {
  return {
    kept: {
      compiled,
      async stampOf(path) {
        const located = await locateFile(folder, join(start, path))
        if (!located.ok) return located.failure.reason === 'missing' ? null : located.failure.reason
        const { real, info } = located.value
        return [real, info.identity, info.modifiedMs, info.sizeBytes].join('\0')
      },
    },
    async read(path) {
      const located = await locateFile(folder, join(start, path))
      if (!located.ok) {
        const { reason } = located.failure
        return reason === 'missing' ? ok(null) : failed(refusal(`${path} is ${wordsFor[reason]}`))
      }
      if (located.value.info.sizeBytes > largestBytes) return failed(refusal(`${path} is larger than 100 MB`))
      try {
        return ok(await nodeFiles.read(located.value.real))
      } catch {
        return failed(refusal(`${path} cannot be read`))
      }
    },
  }
}

const wordsFor = {
  outside: 'outside the workspace, or its name begins with a dot',
  unreadable: 'no file that can be read',
} as const

function refusal(subject: string): SendFailure {
  return { kind: 'file', code: 'GRPC_DEFINITION', step: 'prepare', address: '', subject, elapsedMs: 0 }
}
