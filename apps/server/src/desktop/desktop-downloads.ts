import { dirname, isAbsolute, join } from 'node:path'
import {
  describeFileError,
  failureCodeOf,
  homeFolder,
  isTakenError,
  moveToNew,
  nodeFiles,
  numberedName,
  privateFileMode,
  sweepFolder,
  temporaryFileName,
} from '@parley/files'
import { trimEndWhere } from '@parley/model'
import type { DesktopEvent } from '../contract/index.ts'
import { logFault } from '../log-fault.ts'
import { attachmentName } from '../tickets/attachment.ts'
import { showInFolder } from './open-outside.ts'

export interface DesktopDownloadsOptions {
  /** Redeems a ticket; null if it is unknown or its body is gone. `abort` is called if the body breaks off. */
  redeem(ticketId: string, abort: () => void): Response | null
  notify(windowId: string, event: DesktopEvent): void
  readonly folder?: () => Promise<string>
  readonly show?: (path: string) => void
}

/** More files of one name than this are a loop. */
const maxSameNames = 10_000

/** Downloads of the desktop app, which go to the user's folder for downloads in whatever host the window is. */
export class DesktopDownloads {
  readonly #options: DesktopDownloadsOptions
  readonly #saved = new Map<string, SavedFile>()

  constructor(options: DesktopDownloadsOptions) {
    this.#options = options
  }

  /** Starts to save what a ticket is for; an event reports the end. */
  saveTicket(windowId: string, downloadId: string, ticketId: string): void {
    const broken = new AbortController()
    const response = this.#options.redeem(ticketId, () => broken.abort())
    const name = attachmentName(response?.headers.get('content-disposition') ?? '') ?? 'download'
    const content = response?.body ?? null
    if (content === null) this.#fail(windowId, downloadId, 'The file is gone.', 'Send the request again.')
    else void this.#save(windowId, downloadId, name, piecesOf(content, broken.signal))
  }

  /** Starts to save a text; an event reports the end. */
  saveText(windowId: string, downloadId: string, name: string, text: string): void {
    void this.#save(windowId, downloadId, name, [new TextEncoder().encode(text)])
  }

  /**
   * Shows a saved file in its folder. Resolves to false if a page asks for another file, or if something else is in its
   * place now.
   */
  async show(downloadId: string): Promise<boolean> {
    const saved = this.#saved.get(downloadId)
    if (saved === undefined || !(await isInPlace(saved))) return false
    const { show = showInFolder } = this.#options
    show(saved.path)
    return true
  }

  async #save(
    windowId: string,
    downloadId: string,
    name: string,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    try {
      const { folder = downloadsFolder } = this.#options
      const path = await writeNew(await folder(), name, content)
      this.#saved.set(downloadId, { path, folder: await nodeFiles.realPath(dirname(path)) })
      const saved = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
      this.#options.notify(windowId, { type: 'download', downloadId, state: 'saved', name: saved })
    } catch (error) {
      const description = describeFileError(failureCodeOf(error))
      if (description !== null)
        return this.#fail(windowId, downloadId, `${description.reason}.`, description.nextStep)
      if (!(error instanceof BrokenError)) logFault('a download', error)
      this.#fail(windowId, downloadId, 'The response was interrupted.', 'Send the request again.')
    }
  }

  #fail(windowId: string, downloadId: string, sentence: string, nextStep: string): void {
    this.#options.notify(windowId, { type: 'download', downloadId, state: 'failed', sentence, nextStep })
  }
}

/** A file that was saved, and its folder without links. */
interface SavedFile {
  readonly path: string
  readonly folder: string
}

async function isInPlace({ path, folder }: SavedFile): Promise<boolean> {
  const info = await nodeFiles.linkInfo(path).catch(() => null)
  const now = await nodeFiles.realPath(dirname(path)).catch(() => null)
  return info?.kind === 'file' && now === folder
}

/** The content ended before its end. */
class BrokenError extends Error {}

/** Yields the pieces of a stream. @throws BrokenError if it breaks off, after which the stream itself waits for ever */
async function* piecesOf(
  stream: ReadableStream<Uint8Array>,
  broken: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  const end = () => void reader.cancel()
  broken.addEventListener('abort', end)
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value
  if (broken.aborted) throw new BrokenError()
}

/** Writes a file under a name that is free: `name (1).txt` where `name.txt` exists. Returns its path. */
async function writeNew(
  folder: string,
  name: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<string> {
  await nodeFiles.makeFolder(folder)
  await sweepFolder(nodeFiles, folder)
  // What a kill leaves must not look like a whole file.
  const temporary = join(folder, temporaryFileName())
  const file = await nodeFiles.open(temporary, 'createNew', privateFileMode)
  try {
    for await (const bytes of content) await file.write(bytes)
    await file.close()
    return await moveToFree(temporary, folder, safeName(name))
  } catch (error) {
    await file.close().catch(() => {})
    await nodeFiles.removeFile(temporary)
    throw error
  }
}

/** Moves a file to a name that is free; returns its path. */
async function moveToFree(temporary: string, folder: string, name: string): Promise<string> {
  for (let count = 0; count < maxSameNames; count += 1) {
    const path = join(folder, numberedName(name, count))
    try {
      await moveToNew(nodeFiles, temporary, path)
      return path
    } catch (error) {
      if (!isTakenError(error)) throw error
    }
  }
  throw new BrokenError()
}

/** Returns a name without folders, control characters and what systems hide or refuse. */
function safeName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  const allowed = last.replace(/[\p{Cc}\p{Cf}:*?"<>|]/gu, '').replace(/^\.+/, '')
  const safe = trimEndWhere(allowed, character => character === '.' || character === ' ').slice(-200)
  return safe === '' ? 'download' : safe
}

/** Returns the user's folder for downloads (xdg-user-dirs; elsewhere it has a fixed name). */
async function downloadsFolder(environment: NodeJS.ProcessEnv = process.env): Promise<string> {
  const home = environment.HOME || homeFolder()
  const usual = join(home, 'Downloads')
  if (process.platform !== 'linux') return usual
  const config = join(environment.XDG_CONFIG_HOME || join(home, '.config'), 'user-dirs.dirs')
  const text = await nodeFiles.read(config).then(
    bytes => new TextDecoder().decode(bytes),
    () => '',
  )
  const named = /^XDG_DOWNLOAD_DIR="(.+)"$/m.exec(text)?.[1]?.replace(/^\$HOME(?=\/|$)/, home)
  return named !== undefined && isAbsolute(named) ? named : usual
}
