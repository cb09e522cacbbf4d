import { bundleCurrentPrograms, bundleCurrentTestThreads } from './bundle-current-programs.mjs'

/**
 * Vitest calls this once before all tests, so that they use the sandbox, programs and threads built from the
 * current sources.
 */
export async function setup() {
  await bundleCurrentPrograms()
  await bundleCurrentTestThreads()
}
