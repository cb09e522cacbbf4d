import { findOrInstallPackages } from './install-locked-packages.mjs'

/** Installs the command lines of other clients. Returns the folder with their packages; null if they cannot be installed. */
export function findOrInstallPeers() {
  return findOrInstallPackages('peers', 'newman/bin/newman.js')
}
