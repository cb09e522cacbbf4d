import { buildSandbox } from './build-sandbox.mjs'
import { root } from './run-program.mjs'

/** Vitest calls this once before all tests: scripts run in the sandbox that the sources make now. */
export async function setup() {
  await buildSandbox(`${root}/packages/script/dist/sandbox`)
}
