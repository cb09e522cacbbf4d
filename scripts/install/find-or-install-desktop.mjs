import { existsSync } from 'node:fs'
import { installDebianPackage } from './install-debian-package.mjs'

/** What the tests of the desktop app use, by the program that shows that it is there. */
const packages = {
  chromium: '/usr/bin/chromium',
  xvfb: '/usr/bin/Xvfb',
  openbox: '/usr/bin/openbox',
  xdotool: '/usr/bin/xdotool',
  dbus: '/usr/bin/dbus-run-session',
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  libxdo3: '/usr/lib/x86_64-linux-gnu/libxdo.so.3',
}

/**
 * Installs what the tests of the desktop app use, only as root, which is the user of containers and of no one's own
 * machine. Returns the names of packages that are missing afterwards.
 */
export async function findOrInstallDesktop() {
  const missing = () => Object.keys(packages).filter(name => !existsSync(packages[name]))
  if (process.platform !== 'linux') return Object.keys(packages)
  if (process.getuid?.() === 0) {
    for (const name of missing()) await installDebianPackage(name)
    // Only the test of Wayland needs it.
    if (!existsSync('/usr/bin/weston')) await installDebianPackage('weston')
  }
  return missing()
}
