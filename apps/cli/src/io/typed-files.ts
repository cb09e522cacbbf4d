import type { OpenFile } from '@parley/files'
import { failed, ok, type Result, type SendFailure } from '@parley/model'
import { filesByPath, lengthOf, type OpenableFiles } from '@parley/transport'
import type { Io } from './io.ts'
import { readStandardInput } from './read-standard-input.ts'
import type { StandardInput } from './streams.ts'
import { typedPath } from './typed-path.ts'

/** The size limit of standard input, which is held in memory, as a request may be sent again. */
const maximumInputBytes = 100 * 1024 * 1024

/** Gives access to the files that the user names in options, by their paths as typed; `-` is standard input. */
export function typedFiles(io: Pick<Io, 'cwd' | 'stdin'>): OpenableFiles {
  const open: OpenableFiles['open'] = async path => {
    if (path === '-') return openInput(io.stdin)
    const opened = await filesByPath.open(typedPath(io, path))
    return opened.ok ? opened : failed({ ...opened.failure, subject: path })
  }
  return { open, lengthBytes: path => lengthOf({ open }, path) }
}

async function openInput(stdin: StandardInput): Promise<Result<OpenFile, SendFailure>> {
  const bytes = await readStandardInput(stdin, maximumInputBytes)
  if (bytes !== null) return ok(fileOf(bytes))
  const subject = 'standard input, which is larger than 100 MB'
  return failed({ kind: 'file', code: 'FILE_NOT_READ', step: 'prepare', address: '', subject, elapsedMs: 0 })
}

/** Returns bytes in memory as a file that is only read. */
function fileOf(bytes: Uint8Array): OpenFile {
  const refuse = () => Promise.reject(new Error('Standard input is only read.'))
  return {
    async readAt(buffer, positionBytes) {
      const piece = bytes.subarray(positionBytes, positionBytes + buffer.byteLength)
      buffer.set(piece)
      return piece.byteLength
    },
    info: async () => ({
      ...{ kind: 'file', sizeBytes: bytes.byteLength, modifiedMs: 0 },
      ...{ mode: 0o400, ownerId: 0, identity: 'standard input' },
    }),
    realPath: async () => null,
    close: async () => {},
    write: refuse,
    truncate: refuse,
    setMode: refuse,
    sync: refuse,
  }
}
