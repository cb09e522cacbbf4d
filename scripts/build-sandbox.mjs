import './require-node.mjs'

const { mkdirSync, readFileSync, renameSync, writeFileSync } = await import('node:fs')
const { createRequire } = await import('node:module')
const { pathToFileURL } = await import('node:url')
const { rolldown } = await import('rolldown')
const { makeSandboxImage } = await import('../packages/script/src/sandbox/sandbox-image.ts')
const { root } = await import('./run-program.mjs')

const source = `${root}/packages/script/src`
const wasmPath = createRequire(`${source}/index.ts`).resolve('quickjs-wasi/quickjs.wasm')

/**
 * Writes the files that the script sandbox reads when it starts into a folder: the engine's wasm, the memory
 * image of the prelude, the worker, and the PAC file runner. They belong together: an image only fits its own
 * wasm. Resolves to the modules that were bundled.
 */
export async function buildSandbox(folder) {
  mkdirSync(folder, { recursive: true })
  // Written atomically: a program may read them while a build or a test run writes them again.
  const write = (name, content) => {
    const draft = `${folder}/${name}.${process.pid}`
    writeFileSync(draft, content)
    renameSync(draft, `${folder}/${name}`)
  }
  const [prelude, worker, pacFunctions, pacWorker] = await Promise.all([
    bundle(`${source}/prelude/main.ts`, { format: 'iife', name: 'prelude' }, 'neutral'),
    bundle(`${source}/sandbox/script-worker.ts`, { format: 'esm' }, 'node'),
    bundle(`${source}/prelude/pac/main.ts`, { format: 'iife' }, 'neutral'),
    bundle(`${source}/pac/pac-worker.ts`, { format: 'esm' }, 'node'),
  ])
  const wasm = readFileSync(wasmPath)
  const image = await makeSandboxImage(
    await WebAssembly.compile(wasm),
    `(function () { ${prelude.code}; return prelude.entryPoints })()`,
  )
  const { memory, ...registers } = image
  write('quickjs.wasm', wasm)
  write('prelude.image', memory)
  write('prelude.json', JSON.stringify(registers))
  write('script-worker.js', worker.code)
  write('pac-functions.js', pacFunctions.code)
  write('pac-worker.js', pacWorker.code)
  return [wasmPath, ...[prelude, worker, pacFunctions, pacWorker].flatMap(one => one.moduleIds)]
}

async function bundle(input, output, platform) {
  const build = await rolldown({ input, platform, treeshake: { propertyReadSideEffects: false } })
  const { output: files } = await build.generate({ ...output, minify: true, codeSplitting: false })
  await build.close()
  return files[0]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await buildSandbox(`${root}/packages/script/dist/sandbox`)
