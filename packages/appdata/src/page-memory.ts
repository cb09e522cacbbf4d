import { join } from 'node:path'
import { errorCodeOf, type FileSystem, nodeFiles, privateFileMode, writeFileAtomically } from '@parley/files'
import { keysOf } from './keys-of.ts'

/**
 * Stores what the page remembers of its looks in `page.json` of the app data: texts of its own by their names. A browser
 * keeps them for one address only, and a server has another at each start.
 */
export interface PageMemory {
  /** Resolves to the texts once no write is under way: a page that is reloaded has just written. */
  read(): Promise<Readonly<Record<string, string>>>
  /** Resolves once the text is on the disk; rejects, without a change, if that fails. */
  write(name: string, text: string): Promise<void>
}

/** Reads the stored texts. Invalid content counts as none, and is replaced by the next one. */
export async function openPageMemory(folder: string, files: FileSystem = nodeFiles): Promise<PageMemory> {
  const path = join(folder, 'page.json')
  let texts = await readTexts(files, path)
  let last: Promise<void> = Promise.resolve()
  return {
    async read() {
      await last
      return texts
    },
    write(name, text) {
      const writing = last.then(async () => {
        const changed = { ...texts, [name]: text }
        await writeFileAtomically(files, path, `${JSON.stringify(changed, null, 2)}\n`, {
          mode: privateFileMode,
        })
        texts = changed
      })
      // Writes run one after another, so that the last one wins; a failure concerns only its caller.
      last = writing.catch(() => {})
      return writing
    },
  }
}

async function readTexts(files: FileSystem, path: string): Promise<Readonly<Record<string, string>>> {
  try {
    const kept = Object.entries(keysOf(JSON.parse(new TextDecoder().decode(await files.read(path)))))
    return Object.fromEntries(
      kept.flatMap(([name, text]): [string, string][] => (typeof text === 'string' ? [[name, text]] : [])),
    )
  } catch (error) {
    if (error instanceof SyntaxError || errorCodeOf(error) === 'ENOENT') return {}
    throw error
  }
}
