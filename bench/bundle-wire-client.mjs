// Bundles the client of the wire benchmark into a folder, as the programs are bundled.
import { rolldown } from 'rolldown'
import { lazyBuiltins } from '../scripts/lazy-builtins.mjs'

const bundle = await rolldown({
  input: 'bench/wire-client.mjs',
  platform: 'node',
  external: ['@napi-rs/keyring'],
  plugins: [lazyBuiltins],
  treeshake: { propertyReadSideEffects: false },
})
await bundle.write({ dir: process.argv[2], format: 'esm', minify: true, entryFileNames: '[name].mjs' })
await bundle.close()
