import { buildCurrentSandbox, bundleCurrentPrograms } from './bundle-current-programs.mjs'

/**
 * Vitest calls this once before all tests, so that they use the sandbox and programs built from the current
 * sources.
 */
export async function setup() {
  await buildCurrentSandbox()
  await bundleCurrentPrograms()
}
