import type { CompiledDefinitions } from '@parley/engine'
import type { DefinitionFiles } from '@parley/engine/grpc'
import { type FilePlace, nodeFiles } from '@parley/files'
import { failed, ok, type SendFailure } from '@parley/model'
import { locateFile, misplacedIn, stampOfFile } from './locate-file.ts'

/** Larger files are no service definitions. */
export const largestDefinitionBytes = 100_000_000

/**
 * Reads service definitions from files of a workspace.
 * @param place - of the collection; its root has no links in its path
 * @param compiled - what files define that did not change
 */
export function definitionFilesIn(place: FilePlace, compiled: CompiledDefinitions): DefinitionFiles {
  return {
    kept: { compiled, stampOf: path => stampOfFile(place, path) },
    misplaced: path => misplacedIn(place, path),
    async read(path) {
      const located = await locateFile(place, path)
      if (!located.ok) {
        const { reason } = located.failure
        if (reason === 'missing') return ok(null)
        if (reason === 'outside') return failed(definitionRefusal(path, 'GRPC_DEFINITION_OUTSIDE'))
        return failed(definitionRefusal(`${path} is not a file that can be read`))
      }
      if (located.value.info.sizeBytes > largestDefinitionBytes)
        return failed(definitionRefusal(`${path} is larger than 100 MB`))
      try {
        return ok(await nodeFiles.read(located.value.real))
      } catch {
        return failed(definitionRefusal(`${path} cannot be read`))
      }
    },
  }
}

/** A failure of a send that could not read a definition. */
export function definitionRefusal(subject: string, code = 'GRPC_DEFINITION'): SendFailure {
  return { kind: 'file', code, step: 'prepare', address: '', subject, elapsedMs: 0 }
}
