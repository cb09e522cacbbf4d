import { buildSandbox } from './build-sandbox.mjs'
import { bundleCurrentPrograms } from './bundle-current-programs.mjs'
import { root } from './run-program.mjs'

/** Vitest calls this once before all tests: they run the sandbox and the programs that the sources make now. */
export async function setup() {
  await buildSandbox(`${root}/packages/script/dist/sandbox`)
  await bundleCurrentPrograms()
}
