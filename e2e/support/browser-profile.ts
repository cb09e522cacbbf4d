import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, BrowserType, LaunchOptions } from '@playwright/test'

/** The data of a browser, which is there again when the browser is opened again. */
export interface BrowserProfile {
  open(): Promise<BrowserContext>
  /** Sends a signal to the processes of the open browser that have a type, such as `renderer`; `browser`: the main one. */
  signal(type: string, signal: NodeJS.Signals): void
  /** Whether the browser has written a text of its local storage to the disk, which takes it some seconds. */
  hasStored(text: string): boolean
  /** Resolves when the browser has no process any more. */
  ended(): Promise<void>
  remove(): Promise<void>
}

/** Makes a profile whose browser processes may be killed (Linux). */
export async function newProfile(browserType: BrowserType, options: LaunchOptions): Promise<BrowserProfile> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-profile-'))
  const main = () => processes().filter(({ line }) => line.includes(folder) && !line.includes('--type='))
  const all = () => {
    const found = processes()
    const ids = new Set(main().map(({ id }) => id))
    for (let before = 0; before !== ids.size; ) {
      before = ids.size
      for (const { id, parentId } of found) if (ids.has(parentId)) ids.add(id)
    }
    return found.filter(({ id }) => ids.has(id))
  }
  return {
    open: () => browserType.launchPersistentContext(folder, options),
    signal(type, signal) {
      const chosen = type === 'browser' ? main() : all().filter(({ line }) => line.includes(`--type=${type}`))
      if (chosen.length === 0) throw new Error(`The browser has no process of the type ${type}`)
      for (const { id } of chosen) process.kill(id, signal)
    },
    hasStored(text) {
      const stored = join(folder, 'Default', 'Local Storage', 'leveldb')
      return readdirSync(stored).some(name => readFileSync(join(stored, name), 'latin1').includes(text))
    },
    async ended() {
      while (main().length > 0) await new Promise(resolve => setTimeout(resolve, 20))
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

function processes(): readonly { readonly id: number; readonly parentId: number; readonly line: string }[] {
  return readdirSync('/proc').flatMap(name => {
    if (!/^\d+$/.test(name)) return []
    try {
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const parentId = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      return line === '' ? [] : [{ id: Number(name), parentId, line }]
    } catch {
      // It has ended meanwhile.
      return []
    }
  })
}
