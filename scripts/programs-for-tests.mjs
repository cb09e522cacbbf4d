import { buildSandbox } from './build-sandbox.mjs'
import { bundleCurrentPrograms } from './bundle-current-programs.mjs'
import { root } from './run-program.mjs'

/**
 * Vitest calls this once before all tests, so that they use the sandbox and programs built from the current
 * sources.
 */
export async function setup() {
  await buildSandbox(`${root}/packages/script/dist/sandbox`)
  await bundleCurrentPrograms()
}
