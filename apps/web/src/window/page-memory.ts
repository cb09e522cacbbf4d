import type { LastCall } from '../server-client/last-call.ts'
import type { ServerClient } from '../server-client/server-client.ts'
import type { WindowContext } from './window-context.ts'

/** Where the page stores texts: `localStorage`, or a {@link PageMemory}. */
export interface TextStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

type PageTextName = Parameters<ServerClient['session']['remember']>[0]['name']
const names: Readonly<Record<PageTextName, true>> = {
  layout: true,
  folded: true,
  favourites: true,
  palette: true,
}

/** What the page remembers of its looks. */
export type PageMemory = ReturnType<typeof createPageMemory>

/** The texts that the page remembers. */
export type RememberedTexts = Pick<PageMemory, 'getItem' | 'setItem'>

/**
 * Remembers the looks of the page on this device. The browser's storage has them for all windows of this address, and the
 * server for its next start, whose address is another. Without either, they last as long as the window.
 */
export function createPageMemory(
  storage: TextStorage,
  calls: Pick<ServerClient['session'], 'remember'>,
  { after }: Pick<WindowContext, 'after'>,
) {
  const changed = new Set<PageTextName>()
  const unsent = new Map<PageTextName, string>()
  let isSending = false

  async function send(): Promise<void> {
    for (const [name, text] of unsent) {
      unsent.delete(name)
      // If the disk is full or the server away, only this is not remembered.
      await calls.remember({ name, text }).catch(() => undefined)
    }
    isSending = false
  }

  return {
    getItem(name: PageTextName): string | null {
      try {
        return storage.getItem(keyOf(name))
      } catch {
        return null
      }
    },
    setItem(name: PageTextName, text: string): void {
      store(storage, name, text)
      changed.add(name)
      unsent.set(name, text)
      if (isSending) return
      isSending = true
      after(sendDelayMs, () => void send())
    },
    /** Sends what waits, as the page closes: after a reload the server's texts count. */
    flush(lastCall: LastCall): void {
      for (const [name, text] of unsent) lastCall('session/remember', { name, text })
    },
    /** Takes what the server remembers, except for what this window has changed. */
    receive(texts: Readonly<Record<string, string>>): void {
      for (const [name, text] of Object.entries(texts))
        if (isName(name) && !changed.has(name)) store(storage, name, text)
    },
  }
}

/** The edge of a pane moves with the mouse. */
const sendDelayMs = 300

function store(storage: TextStorage, name: PageTextName, text: string): void {
  try {
    storage.setItem(keyOf(name), text)
  } catch {
    // If the storage is full or forbidden, only this is not remembered.
  }
}

function isName(name: string): name is PageTextName {
  return Object.hasOwn(names, name)
}

function keyOf(name: PageTextName): string {
  return `parley-${name}`
}

/** Returns the IDs in a text of the page's memory; none if something else wrote to it. */
export function rememberedIds(memory: Pick<PageMemory, 'getItem'>, name: PageTextName): readonly string[] {
  try {
    const ids: unknown = JSON.parse(memory.getItem(name) ?? '[]')
    return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : []
  } catch {
    return []
  }
}
