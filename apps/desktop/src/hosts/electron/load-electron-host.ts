import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { ElectronHost } from './electron-host.ts'

/** Returns the host of a process that Electron runs; Electron alone can load its module. */
export function loadElectronHost(): ElectronHost {
  const electron = createRequire(import.meta.url)('electron')
  return new ElectronHost(electron, fileURLToPath(new URL('./preload.cjs', import.meta.url)))
}
