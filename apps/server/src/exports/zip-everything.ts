import { join } from 'node:path'
import { setImmediate as pause } from 'node:timers/promises'
import { nodeFiles } from '@parley/files'
import { failed, ok, type Result } from '@parley/model'
import { Zip, ZipDeflate } from 'fflate'
import type { DescribedProblem } from '../contract/index.ts'
import { notBackedUp } from '../library/backups.ts'

/** A workspace to be archived. */
export interface ArchivedWorkspace {
  readonly name: string
  readonly folder: string
}

/** A text file in the archive next to the workspaces. */
export interface ArchivedText {
  readonly path: string
  readonly text: string
}

export interface EverythingArchive {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** What could not be read, as sentences. */
  readonly losses: readonly string[]
}

/** A larger export would not fit into memory; it has to be copied by other means. */
const maximumBytes = 512 * 1024 * 1024

/** Creates one ZIP archive of workspaces, with all their files unchanged, and of texts. */
export async function zipEverything(
  workspaces: readonly ArchivedWorkspace[],
  texts: readonly ArchivedText[],
): Promise<Result<EverythingArchive, DescribedProblem>> {
  const archive = new Archive()
  for (const { path, text } of texts) archive.add(path, new TextEncoder().encode(text))
  const taken = new Set<string>()
  for (const { name, folder } of workspaces) {
    const at = `workspaces/${freeName(name, taken)}`
    if (!(await archive.addFolder(at, folder))) return failed(tooLarge)
  }
  return ok({ bytes: archive.end(), losses: archive.losses })
}

class Archive {
  readonly losses: string[] = []
  readonly #zip = new Zip((error, piece) => {
    if (error !== null) throw error
    this.#pieces.push(piece)
  })
  readonly #pieces: Uint8Array[] = []
  #sourceBytes = 0

  add(path: string, bytes: Uint8Array): void {
    const file = new ZipDeflate(path, { level: 6 })
    this.#zip.add(file)
    file.push(bytes, true)
    this.#sourceBytes += bytes.byteLength
  }

  /** Adds a folder; returns false if it is too large. Links are skipped, as they could lead anywhere. */
  async addFolder(path: string, folder: string): Promise<boolean> {
    for (const { name, kind } of await this.#entriesOf(folder)) {
      const [inside, outside] = [`${path}/${name}`, join(folder, name)]
      if (kind === 'folder' && !notBackedUp.has(name)) {
        if (!(await this.addFolder(inside, outside))) return false
      } else if (kind === 'file') {
        const size = (await nodeFiles.linkInfo(outside))?.sizeBytes ?? 0
        if (this.#sourceBytes + size > maximumBytes) return false
        await this.#addFile(inside, outside)
      }
    }
    return true
  }

  end(): Uint8Array<ArrayBuffer> {
    this.#zip.end()
    const whole = new Uint8Array(this.#pieces.reduce((sum, piece) => sum + piece.byteLength, 0))
    let at = 0
    for (const piece of this.#pieces) {
      whole.set(piece, at)
      at += piece.byteLength
    }
    return whole
  }

  async #entriesOf(folder: string) {
    try {
      return await nodeFiles.list(folder)
    } catch {
      this.losses.push(`${folder} could not be read.`)
      return []
    }
  }

  async #addFile(inside: string, outside: string): Promise<void> {
    try {
      this.add(inside, await nodeFiles.read(outside))
    } catch {
      this.losses.push(`${outside} could not be read.`)
    }
    // Packing blocks the thread; other work of the server runs in between.
    await pause()
  }
}

/** Returns a unique name: two workspaces may have the same name, and names in an archive are paths. */
function freeName(name: string, taken: Set<string>): string {
  const plain = name.replace(/[^\p{L}\p{N} ._-]+/gu, '_').replace(/^\.+/, '_') || 'workspace'
  let free = plain
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${plain} ${number}`
  taken.add(free.toLowerCase())
  return free
}

const tooLarge: DescribedProblem = {
  sentence: 'The workspaces are too large for one archive.',
  nextStep: 'Copy their folders: Settings → Data and backups says where they are.',
}
