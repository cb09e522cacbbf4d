import type { FileStamps, StampOf } from '@parley/engine'
import type { DefinitionFiles } from '@parley/engine/grpc'
import { logFault } from '../log-fault.ts'

/** The files that a window's service definition was read from. */
interface Followed {
  readonly fetchId: string
  readonly stamps: FileStamps
  readonly stampOf: StampOf
}

/** Files as they were while a definition was read. */
export interface WatchedFiles {
  readonly files: DefinitionFiles
  readonly stamps: FileStamps
}

/** Returns files that note which of them are looked at, also those that are missing. */
export function watched(files: DefinitionFiles): WatchedFiles {
  const { kept } = files
  const stamps = new Map<string, string | null>()
  if (kept === undefined) return { files, stamps }
  const stampOf: StampOf = async path => {
    const stamp = await kept.stampOf(path)
    if (!stamps.has(path)) stamps.set(path, stamp)
    return stamp
  }
  return { files: { ...files, kept: { ...kept, stampOf } }, stamps }
}

/** Looks every second at the files of the definitions that windows show, and tells each window once of a change. */
export class FollowedDefinitions {
  readonly #onChange: (windowId: string, fetchId: string) => void
  readonly #intervalMs: number
  readonly #followed = new Map<string, Followed>()
  #timer: NodeJS.Timeout | null = null
  #isLooking = false

  constructor(onChange: (windowId: string, fetchId: string) => void, intervalMs = 1000) {
    this.#onChange = onChange
    this.#intervalMs = intervalMs
  }

  /** Follows the files of a definition, in place of those of an earlier one of the window. */
  follow(windowId: string, fetchId: string, { files, stamps }: WatchedFiles): void {
    this.unfollow(windowId)
    if (files.kept === undefined || stamps.size === 0) return
    this.#followed.set(windowId, { fetchId, stamps: new Map(stamps), stampOf: files.kept.stampOf })
    this.#timer ??= setInterval(() => void this.#look(), this.#intervalMs).unref()
  }

  unfollow(windowId: string): void {
    this.#followed.delete(windowId)
    if (this.#followed.size > 0 || this.#timer === null) return
    clearInterval(this.#timer)
    this.#timer = null
  }

  close(): void {
    for (const windowId of this.#followed.keys()) this.unfollow(windowId)
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      for (const [windowId, followed] of this.#followed) {
        if (!(await hasChanged(followed)) || this.#followed.get(windowId) !== followed) continue
        this.unfollow(windowId)
        this.#onChange(windowId, followed.fetchId)
      }
    } catch (error) {
      logFault('following service definitions', error)
    } finally {
      this.#isLooking = false
    }
  }
}

async function hasChanged({ stamps, stampOf }: Followed): Promise<boolean> {
  for (const [path, stamp] of stamps) if ((await stampOf(path)) !== stamp) return true
  return false
}
