import type { DefinitionFiles } from '@parley/engine/grpc'
import { failed, isPickedFile, ok, type Result, type SendFailure } from '@parley/model'
import type { PickedFiles } from '../picked-files/picked-files.ts'
import { definitionRefusal, largestDefinitionBytes } from './definition-files.ts'

/** Reads service definitions from files that the user picked in a window as well, which never change. */
export function withPickedDefinitions(
  files: DefinitionFiles,
  pickedFiles: Pick<PickedFiles, 'filesOf' | 'open'>,
  windowId: string,
): DefinitionFiles {
  const lengthOf = (path: string) => pickedFiles.filesOf(windowId).lengthBytes(path)
  async function readPicked(path: string): Promise<Result<Uint8Array | null, SendFailure>> {
    const length = await lengthOf(path)
    if (!length.ok) return ok(null)
    if (length.value > largestDefinitionBytes)
      return failed(definitionRefusal(`${path} is larger than 100 MB`))
    const opened = await pickedFiles.open(path)
    if (!opened.ok) return ok(null)
    try {
      const content = new Uint8Array(length.value)
      await opened.value.readAt(content, 0)
      return ok(content)
    } finally {
      await opened.value.close()
    }
  }
  const { kept } = files
  const stampOf = async (path: string) => {
    if (!isPickedFile(path)) return (await kept?.stampOf(path)) ?? null
    return (await lengthOf(path)).ok ? 'picked' : null
  }
  return {
    ...files,
    ...(kept === undefined ? {} : { kept: { ...kept, stampOf } }),
    read: path => (isPickedFile(path) ? readPicked(path) : files.read(path)),
  }
}
