import type { RunItem } from '@parley/engine'
import type { OpenFile } from '@parley/files'
import { fileNameOf, ok, type Result, type SendFailure } from '@parley/model'
import type { WrittenLoadFile } from './write-load-folder.ts'

/** Where the files of requests are. */
export interface LoadUploadSource {
  /** Returns a text that is the same for the requests that mean the same file by the same path. */
  placeOf(item: RunItem): string
  /** Opens a file that a request may send. */
  open(item: RunItem, path: string): Promise<Result<OpenFile, SendFailure>>
}

/** The files that the requests of a load test send, which are copied into its folder. */
export class LoadUploads {
  readonly #source: LoadUploadSource
  readonly #found = new Map<
    string,
    { readonly name: string; readonly path: string; readonly item: RunItem }
  >()

  constructor(source: LoadUploadSource) {
    this.#source = source
  }

  /** Returns the name of a file of a request in the folder. */
  nameOf(item: RunItem, path: string): string {
    const key = JSON.stringify([this.#source.placeOf(item), path])
    const known = this.#found.get(key)
    if (known !== undefined) return known.name
    const name = `files/${this.#found.size + 1}-${safeName(fileNameOf(path))}`
    this.#found.set(key, { name, path, item })
    return name
  }

  /** Reads the files, unless one may not be read. */
  async read(): Promise<Result<readonly WrittenLoadFile[], SendFailure>> {
    const read: WrittenLoadFile[] = []
    for (const { name, path, item } of this.#found.values()) {
      const opened = await this.#source.open(item, path)
      if (!opened.ok) return opened
      const { sizeBytes } = await opened.value.info()
      const bytes = new Uint8Array(sizeBytes)
      const length = await opened.value.readAt(bytes, 0)
      await opened.value.close()
      read.push({ name, bytes: bytes.subarray(0, length) })
    }
    return ok(read)
  }
}

/** Keeps what every system allows in the name of a file. */
function safeName(name: string): string {
  const safe = [...name].map(one =>
    one.toLowerCase() !== one.toUpperCase() || '0123456789.-_'.includes(one) ? one : '_',
  )
  return safe.join('').slice(-60)
}
