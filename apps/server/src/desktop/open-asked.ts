import { basename } from 'node:path'
import { nodeFiles } from '@parley/files'
import type { PickedFiles } from '../picked-files/picked-files.ts'
import type { AskedAction } from './asked-action.ts'
import { linkAction } from './link-action.ts'
import type { Asked } from './shell-messages.ts'

/** Returns what a window does with a file or link. A file becomes one that the user picked in that window. */
export async function openAsked(
  asked: Asked,
  windowId: string,
  pickedFiles: Pick<PickedFiles, 'add'>,
): Promise<AskedAction> {
  if (asked.kind === 'link') return linkAction(asked.url)
  const name = basename(asked.path)
  try {
    const { filePath } = await pickedFiles.add(windowId, name, nodeFiles.stream(asked.path))
    return { kind: 'importFile', name, filePath }
  } catch {
    return {
      kind: 'refused',
      sentence: `“${name}” could not be read.`,
      nextStep: 'Check that it is a file that you may read.',
    }
  }
}
