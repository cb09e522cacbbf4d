import {
  type DesktopHost,
  HostError,
  type HostWindow,
  type NewWindow,
  type WindowListener,
} from '../desktop-host.ts'

/** Opens a window in the first host that can show one, and says why others cannot; null if none can. */
export async function openFirst(
  hosts: readonly DesktopHost[],
  options: NewWindow,
  listener: WindowListener,
  print: (sentence: string) => void,
): Promise<{ readonly host: DesktopHost; readonly window: HostWindow } | null> {
  for (const host of hosts) {
    try {
      return { host, window: await host.openWindow(options, listener) }
    } catch (error) {
      if (!(error instanceof HostError)) throw error
      print(error.message)
    }
  }
  return null
}
