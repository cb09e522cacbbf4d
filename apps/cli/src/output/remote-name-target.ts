import { errorCodeOf, numberedName } from '@parley/files'
import { nameOfDisposition, type Response } from '@parley/model'
import type { Io } from '../io/io.ts'
import type { BodyTarget } from './body-target.ts'
import { openFileTarget } from './file-target.ts'

/** More files of one name than this are a loop. */
const maxSameNames = 10_000

export interface RemoteNameOptions {
  /** The name if the server gives none. */
  readonly fallback: string
  /** Called with the name once it is known. */
  readonly onName: (name: string) => void
}

/**
 * Writes a new file of the working folder that is named as the server says (RFC 6266), with a number if the name is taken:
 * a server never chooses which file is overwritten.
 */
export function remoteNameTarget(io: Pick<Io, 'cwd'>, options: RemoteNameOptions): BodyTarget {
  let name = options.fallback
  let isBegun = false
  let file: BodyTarget | null = null

  async function opened(): Promise<BodyTarget> {
    if (file !== null) return file
    file = await openFree(name, io)
    await file.begin()
    options.onName(file.name)
    return file
  }

  return {
    get name() {
      return file?.name ?? name
    },
    isStandardOutput: false,
    mayShow: false,
    expect(response: Response) {
      name = nameOfDisposition(response.headers) || name
    },
    async begin() {
      isBegun = true
    },
    async write(bytes) {
      await (await opened()).write(bytes)
    },
    async close() {
      // An empty body is a file as well.
      if (isBegun) await (await opened()).close()
    },
    kept: () => file?.kept() ?? null,
  }
}

async function openFree(name: string, io: Pick<Io, 'cwd'>): Promise<BodyTarget> {
  for (let count = 0; ; count += 1)
    try {
      return await openFileTarget(numberedName(name, count), io, false)
    } catch (error) {
      if (errorCodeOf(error) !== 'EEXIST' || count >= maxSameNames) throw error
    }
}
