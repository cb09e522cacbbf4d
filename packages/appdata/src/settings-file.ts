import { join } from 'node:path'
import { errorCodeOf, type FileSystem, nodeFiles, privateFileMode, writeFileWhole } from '@parley/files'
import { type AppSettings, defaultAppSettings } from '@parley/model'
import { appSettingsSchema } from '@parley/model/schema'
import { keysOf } from './keys-of.ts'

/** `settings.json` of the app data. */
export interface SettingsFile {
  readonly current: AppSettings
  /** Resolves once they are on the disk; rejects, with the settings as they were, where that fails. */
  write(settings: AppSettings): Promise<void>
}

/**
 * Reads the settings. One that is missing or cannot be understood has its default value, and stays in
 * the file until it is changed; so do settings that this version does not know. A file that is no JSON
 * is set aside under another name, never overwritten.
 */
export async function openSettingsFile(folder: string, files: FileSystem = nodeFiles): Promise<SettingsFile> {
  const path = join(folder, 'settings.json')
  let kept = await readKept(files, path)
  let current = understood(kept)
  let last = Promise.resolve()
  return {
    get current() {
      return current
    },
    write(settings) {
      const writing = last.then(async () => {
        const changed = withChanges(kept, current, settings)
        await writeFileWhole(files, path, `${JSON.stringify(changed, null, 2)}\n`, {
          mode: privateFileMode,
        })
        kept = changed
        current = settings
      })
      // One after the other, so that the last one stays; a failure is its own caller's matter.
      last = writing.catch(() => {})
      return writing
    },
  }
}

type Keys = Readonly<Record<string, unknown>>

async function readKept(files: FileSystem, path: string): Promise<Keys> {
  let text: string
  try {
    text = new TextDecoder().decode(await files.read(path))
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return {}
    throw error
  }
  try {
    return keysOf(JSON.parse(text))
  } catch {
    await files.rename(path, `${path}.damaged-${Date.now()}`)
    return {}
  }
}

/** What of a file can be taken, setting by setting. */
function understood(kept: Keys): AppSettings {
  const settings = Object.entries(defaultAppSettings).map(([group, defaults]) => {
    const found = keysOf(kept[group])
    const entries = Object.entries(defaults).map(([key, value]) => [
      key,
      isUnderstood(group, key, found[key]) ? found[key] : value,
    ])
    return [group, Object.fromEntries(entries)]
  })
  return appSettingsSchema.parse(Object.fromEntries(settings))
}

function isUnderstood(group: string, key: string, value: unknown): boolean {
  if (value === undefined) return false
  const defaults = keysOf(keysOf(defaultAppSettings)[group])
  const candidate = { ...defaultAppSettings, [group]: { ...defaults, [key]: value } }
  return appSettingsSchema.safeParse(candidate).success
}

/** The file with the settings that differ from those that were read, and all else as it was. */
function withChanges(kept: Keys, before: AppSettings, after: AppSettings): Keys {
  const old = keysOf(before)
  const groups = Object.entries(after).map(([group, settings]) => {
    const oldGroup = keysOf(old[group])
    const changed = Object.entries(settings).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(oldGroup[key]),
    )
    return [group, { ...keysOf(kept[group]), ...Object.fromEntries(changed) }]
  })
  return { ...kept, ...Object.fromEntries(groups) }
}
