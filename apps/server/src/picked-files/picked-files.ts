import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Files } from '@parley/engine'
import {
  nodeFiles,
  nodeFilesAtOnce,
  type OpenFile,
  privateFileMode,
  privateFolderMode,
  processMark,
} from '@parley/files'
import { failed, ok } from '@parley/model'
import { filesByPath, type OpenableFiles } from '@parley/transport'

/** A file that the user picked in a window. */
export interface PickedFile {
  /** The path that a request refers to it by: `picked:ID/NAME`, ending in the name that is sent. */
  readonly filePath: string
  readonly sizeBytes: number
}

interface StoredFile {
  readonly windowId: string
  readonly sizeBytes: number
}

/**
 * Files that the user picked. A browser does not reveal paths, so the contents are stored here while a window
 * uses them. Only these files may be sent: a path in a request, which may come from elsewhere, gives no
 * access to a file, and neither does a file that was picked in another window.
 */
export class PickedFiles {
  readonly #folder: string
  readonly #files = new Map<string, StoredFile>()
  #isFolderMade = false

  constructor(appDataFolder: string) {
    this.#folder = join(appDataFolder, `picked-${processMark()}`)
  }

  /** Stores a file of any size, or nothing if its content breaks off. Rejects if the disk refuses. */
  async add(windowId: string, name: string, content: AsyncIterable<Uint8Array>): Promise<PickedFile> {
    const filePath = `picked:${randomUUID()}/${safeName(name)}`
    const path = this.#pathOf(filePath)
    this.#makeFolder()
    const file = await nodeFiles.open(path, 'createNew', privateFileMode)
    try {
      const sizeBytes = await write(file, content)
      await file.close()
      this.#files.set(filePath, { windowId, sizeBytes })
      return { filePath, sizeBytes }
    } catch (error) {
      await file.close()
      await nodeFiles.removeFile(path)
      throw error
    }
  }

  /** Returns the files that requests of a window may use. */
  filesOf(windowId: string): Files {
    return {
      lengthBytes: async filePath => {
        const file = this.#files.get(filePath)
        return file?.windowId === windowId ? ok(file.sizeBytes) : failed(notPicked(filePath))
      },
    }
  }

  /**
   * Returns the path of a picked file's content; for any other path an empty string, at which there is no
   * file.
   */
  locate(filePath: string): string {
    return this.#files.has(filePath) ? this.#pathOf(filePath) : ''
  }

  /** Opens the content of a picked file. */
  readonly open: OpenableFiles['open'] = async filePath => {
    const opened = await filesByPath.open(this.locate(filePath))
    return opened.ok ? opened : failed({ ...opened.failure, subject: filePath })
  }

  /** Deletes a file that no draft of the window uses any more. */
  async release(windowId: string, filePath: string): Promise<boolean> {
    if (this.#files.get(filePath)?.windowId !== windowId) return false
    const path = this.locate(filePath)
    this.#files.delete(filePath)
    await nodeFiles.removeFile(path)
    return true
  }

  /** Deletes all files of a window. */
  async releaseWindow(windowId: string): Promise<void> {
    const gone = [...this.#files].filter(([, file]) => file.windowId === windowId)
    await Promise.all(gone.map(([filePath]) => this.release(windowId, filePath)))
  }

  /** Deletes all files. Synchronous, so that it can be the last call of a process. */
  clear(): void {
    this.#files.clear()
    nodeFilesAtOnce.removeTree(this.#folder)
  }

  /** Builds the path from the ID only: no name from outside reaches the file system. */
  #pathOf(filePath: string): string {
    return join(this.#folder, filePath.slice('picked:'.length, filePath.indexOf('/')))
  }

  #makeFolder(): void {
    if (!this.#isFolderMade) nodeFilesAtOnce.makeFolder(this.#folder, privateFolderMode)
    this.#isFolderMade = true
  }
}

async function write(file: OpenFile, content: AsyncIterable<Uint8Array>): Promise<number> {
  let sizeBytes = 0
  for await (const bytes of content) {
    await file.write(bytes)
    sizeBytes += bytes.byteLength
  }
  return sizeBytes
}

/**
 * Returns a file name without folders and control characters, and without braces that would name a variable.
 */
function safeName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  const safe = last
    .replace(/\p{Cc}/gu, '')
    .replaceAll('{{', '{ {')
    .slice(-255)
  return safe === '' ? 'file' : safe
}

function notPicked(filePath: string) {
  return {
    kind: 'file',
    code: 'FILE_NOT_PICKED',
    step: 'prepare',
    address: '',
    subject: filePath,
    elapsedMs: 0,
  } as const
}
