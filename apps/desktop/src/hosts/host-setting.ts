import { openSettingsFile } from '@parley/appdata'
import { type HostKind, hostKinds } from '../desktop-host.ts'

/**
 * Returns the host that Settings → Appearance → Desktop window names; null: the first that works. Settings that
 * cannot be read are reported by the server, which reads them next.
 */
export async function hostSetting(appDataFolder: string): Promise<HostKind | null> {
  const file = await openSettingsFile(appDataFolder).catch(() => null)
  return hostKinds.find(kind => kind === file?.current.appearance.desktopWindow) ?? null
}
