import { decodeText } from './decode-text.ts'
import type { FolderFile } from './folder-file.ts'
import type { Imported } from './imported.ts'
import { safeFileName } from './safe-file-name.ts'

/** Returns an imported collection with the `.proto` files of its folder; those whose path is not safe are named. */
export function withProtoFiles<Import extends Imported>(
  imported: Import,
  files: readonly FolderFile[],
): Import {
  const [collection, ...others] = imported.collections
  const protos = files.filter(({ path }) => isProtoFile(path))
  if (collection === undefined || others.length > 0 || protos.length === 0) return imported
  const safe = protos.filter(({ path }) => isSafe(path))
  const path = [collection.name]
  const losses = protos
    .filter(one => !safe.includes(one))
    .map(one => ({ path, code: 'NOT_READ' as const, subject: one.path }))
  const texts = safe.map(one => ({ collectionIndex: 0, path: one.path, text: decodeText(one.bytes) }))
  const { report } = imported
  return {
    ...imported,
    files: [...imported.files, ...texts],
    report: { ...report, losses: [...report.losses, ...losses] },
  }
}

/** Whether a file defines services of gRPC. */
export function isProtoFile(path: string): boolean {
  return path.endsWith('.proto')
}

function isSafe(path: string): boolean {
  return path.split('/').every(step => safeFileName(step, '', new Set()) === step)
}
