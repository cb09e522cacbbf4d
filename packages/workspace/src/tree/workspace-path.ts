/** Paths in a workspace: relative to its folder, with `/` on every system, the folder itself being empty. */

/** The path of a name in a folder. */
export function childPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

/** The folder of a path. */
export function parentPath(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}

/** The last name of a path. */
export function nameInPath(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** How many folders a folder is in, itself included; 0 for the workspace. */
export function folderDepth(path: string): number {
  return path === '' ? 0 : path.split('/').length
}

/** Whether a path is a folder's or stands below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || folder === '' || path.startsWith(`${folder}/`)
}

/** Whether a path that came from outside can be one of a workspace: no way up, no other root (attacks IM1). */
export function isWorkspacePath(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  if (/[\\\u0000-\u001f]/.test(path) || /^[A-Za-z]:/.test(path)) return false
  return path === '' || path.split('/').every(step => step !== '' && step !== '.' && step !== '..')
}
