/** What the one file contains: the files of the program, whose content follows in the same order. */
export interface ProgramManifest {
  /** Of all names and contents, in hexadecimal digits; it names the folder. */
  readonly sha256: string
  readonly files: readonly ManifestFile[]
}

export interface ManifestFile {
  /** Relative to the folder of the program, with slashes. */
  readonly path: string
  readonly sizeBytes: number
  /** In hexadecimal digits. */
  readonly sha256: string
}

/** The names under which the build puts both into the one file. */
export const manifestAsset = 'manifest.json'
export const contentAsset = 'content.gz'

/** Of the folder with the program, the file with which it starts; it imports the address that it is given. */
export const startFile = 'start.cjs'

/** Returns the folders of the files, each after the one that it is in. */
export function foldersOf(files: readonly ManifestFile[]): readonly string[] {
  const folders = new Set<string>()
  for (const { path } of files) {
    const parts = path.split('/').slice(0, -1)
    for (const index of parts.keys()) folders.add(parts.slice(0, index + 1).join('/'))
  }
  return [...folders].sort()
}
