import { nodeFiles } from '@parley/files'
import { failed, ok, type Result } from '@parley/model'
import type { Io } from '../io/io.ts'
import { unreadFile } from '../io/missing-file.ts'
import { typedPath } from '../io/typed-path.ts'

/** The size limit of a text, which is held in memory; `--file` streams larger files from the disk. */
const maximumBytes = 64 * 1024 * 1024

/** What the user can do about a file that cannot be the text of an option. */
export interface OtherWays {
  readonly tooLarge: string
  readonly notText: string
}

const sentAsFile: OtherWays = {
  tooLarge: 'Send it with --file, which streams from the disk.',
  notText: 'Send it as it is with --file.',
}

/**
 * Reads the text of an option that was typed as `@path`, or as `@-` for standard input, unchanged. The
 * failure is a sentence that says what to do.
 */
export async function readTypedText(
  path: string,
  io: Pick<Io, 'stdin' | 'cwd'>,
  otherWays: OtherWays = sentAsFile,
): Promise<Result<string, string>> {
  const isInput = path === '-'
  const name = isInput ? 'Standard input' : `The file ${path}`
  const chunks: Buffer[] = []
  let sizeBytes = 0
  try {
    for await (const chunk of isInput ? io.stdin.stream : nodeFiles.stream(typedPath(io, path))) {
      const bytes = Buffer.from(chunk)
      sizeBytes += bytes.byteLength
      if (sizeBytes > maximumBytes) return failed(`${name} is larger than 64 MB. ${otherWays.tooLarge}`)
      chunks.push(bytes)
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    const code = String(error.code)
    return failed(isInput ? `${name} could not be read (${code}).` : unreadFile(path, code))
  }
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    return ok(decoder.decode(Buffer.concat(chunks)))
  } catch {
    return failed(`${name} is not UTF-8 text. ${otherWays.notText}`)
  }
}
