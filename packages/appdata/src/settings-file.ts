import { join } from 'node:path'
import { errorCodeOf, type FileSystem, nodeFiles, privateFileMode, writeFileAtomically } from '@parley/files'
import { type AppSettings, defaultAppSettings } from '@parley/model'
import { appSettingsSchema } from '@parley/model/schema'
import { keysOf } from './keys-of.ts'

/** Reads and writes `settings.json` of the app data. */
export interface SettingsFile {
  readonly current: AppSettings
  /** Resolves once the settings are on the disk; rejects, without a change, if that fails. */
  write(settings: AppSettings): Promise<void>
}

/**
 * Reads the settings. A missing or invalid setting has its default value, but the file keeps it until it is
 * changed, as it keeps settings that this version does not know. A file that is not JSON is set aside under
 * another name, never overwritten.
 */
export async function openSettingsFile(folder: string, files: FileSystem = nodeFiles): Promise<SettingsFile> {
  const path = join(folder, 'settings.json')
  let stored = await readStored(files, path)
  let current = validSettings(stored)
  let last = Promise.resolve()
  return {
    get current() {
      return current
    },
    write(settings) {
      const writing = last.then(async () => {
        const changed = withChanges(stored, current, settings)
        await writeFileAtomically(files, path, `${JSON.stringify(changed, null, 2)}\n`, {
          mode: privateFileMode,
        })
        stored = changed
        current = settings
      })
      // Writes run one after another, so that the last one wins; a failure concerns only its caller.
      last = writing.catch(() => {})
      return writing
    },
  }
}

type Keys = Readonly<Record<string, unknown>>

async function readStored(files: FileSystem, path: string): Promise<Keys> {
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

/** Returns the valid settings of a file; others have their defaults. */
function validSettings(stored: Keys): AppSettings {
  const settings = Object.entries(defaultAppSettings).map(([group, defaults]) => {
    const found = keysOf(stored[group])
    const entries = Object.entries(defaults).map(([key, value]) => [
      key,
      isValid(group, key, found[key]) ? found[key] : value,
    ])
    return [group, Object.fromEntries(entries)]
  })
  return appSettingsSchema.parse(Object.fromEntries(settings))
}

function isValid(group: string, key: string, value: unknown): boolean {
  if (value === undefined) return false
  const defaults = keysOf(keysOf(defaultAppSettings)[group])
  const candidate = { ...defaultAppSettings, [group]: { ...defaults, [key]: value } }
  return appSettingsSchema.safeParse(candidate).success
}

/** Returns the file's content with the changed settings, and everything else unchanged. */
function withChanges(stored: Keys, before: AppSettings, after: AppSettings): Keys {
  const old = keysOf(before)
  const groups = Object.entries(after).map(([group, settings]) => {
    const oldGroup = keysOf(old[group])
    const changed = Object.entries(settings).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(oldGroup[key]),
    )
    return [group, { ...keysOf(stored[group]), ...Object.fromEntries(changed) }]
  })
  return { ...stored, ...Object.fromEntries(groups) }
}
