/**
 * Paths in a workspace are relative to its folder, with `/` on every system; the folder itself is the empty
 * path.
 */

/** Returns the path of a name in a folder. */
export function childPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

/** Returns the folder of a path. */
export function parentPath(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}

/** Returns the last name of a path. */
export function nameInPath(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Returns the depth of a folder, itself included; 0 for the workspace. */
export function folderDepth(path: string): number {
  return path === '' ? 0 : path.split('/').length
}

/** Returns whether a path is that of a folder or below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || folder === '' || path.startsWith(`${folder}/`)
}

/**
 * Returns whether an untrusted path is a valid workspace path: it does not lead upwards or to another root
 * (attacks IM1).
 */
export function isWorkspacePath(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  if (/[\\\u0000-\u001f]/.test(path) || /^[A-Za-z]:/.test(path)) return false
  return path === '' || path.split('/').every(step => step !== '' && step !== '.' && step !== '..')
}
