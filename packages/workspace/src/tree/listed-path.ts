import { isWorkspacePath } from './workspace-path.ts'

/**
 * Returns the workspace path of a folder that `workspace.yml` lists; null if it leads out of the workspace or could not be the
 * path of a collection in it (attacks IM1).
 */
export function listedPath(path: string): string | null {
  const names = path.split('/').filter(name => name !== '.')
  const plain = (names.at(-1) === '' ? names.slice(0, -1) : names).join('/')
  return plain !== '' && isWorkspacePath(plain) ? plain : null
}
