import type { FileToImport } from '../../workbench/importing.ts'

/** Returns all dropped files, including those in folders with their paths. */
export async function droppedFiles(
  entries: readonly FileSystemEntry[],
  folder = '',
): Promise<readonly FileToImport[]> {
  const found: FileToImport[] = []
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (isFile(entry)) found.push({ path, file: await fileOf(entry) })
    else if (isFolder(entry)) found.push(...(await droppedFiles(await entriesOf(entry), path)))
  }
  return found
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** Browsers return entries in batches, until an empty one. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<readonly FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}
