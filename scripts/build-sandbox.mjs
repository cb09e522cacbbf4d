import './require-node.mjs'

const { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } = await import('node:fs')
const { createRequire } = await import('node:module')
const { brotliCompressSync, constants } = await import('node:zlib')
const { pathToFileURL } = await import('node:url')
const { rolldown } = await import('rolldown')
const { makeSandboxImage } = await import('../packages/script/src/sandbox/sandbox-image.ts')
const { failOnWarning } = await import('./fail-on-warning.mjs')
const { leanChai } = await import('./lean-chai.ts')
const { root } = await import('./run-program.mjs')

const source = `${root}/packages/script/src`
const wasmPath = createRequire(`${source}/index.ts`).resolve('quickjs-wasi/quickjs.wasm')

/**
 * Writes the files that the script sandbox reads when it starts into each of the folders: the engine's wasm, the memory
 * images of the prelude, the worker, and the PAC file runner. They belong together: an image only fits its own
 * wasm. The images with libraries are compressed, as few scripts use them. Resolves to the modules that were
 * bundled.
 */
export async function buildSandbox(folders) {
  const contents = new Map()
  const write = (name, content) => contents.set(name, content)
  const [plain, small, large, worker, pacFunctions, pacWorker] = await Promise.all([
    ...['main', 'main-small', 'main-large'].map(name =>
      bundle(`${source}/prelude/${name}.ts`, { format: 'iife', name: 'prelude' }, 'neutral'),
    ),
    bundle(`${source}/sandbox/script-worker.ts`, { format: 'esm' }, 'node'),
    bundle(`${source}/prelude/pac/main.ts`, { format: 'iife' }, 'neutral'),
    bundle(`${source}/pac/pac-worker.ts`, { format: 'esm' }, 'node'),
  ])
  const wasm = readFileSync(wasmPath)
  const module = await WebAssembly.compile(wasm)
  const registersOf = {}
  for (const [name, { code }] of Object.entries({ plain, small, large })) {
    const { memory, ...registers } = await makeSandboxImage(
      module,
      `(function () { ${code}; prelude.defineGlobals(); return prelude.entryPoints })()`,
    )
    registersOf[name] = registers
    write(`${name}.image`, name === 'plain' ? memory : compressed(memory))
  }
  write('quickjs.wasm', wasm)
  write('images.json', JSON.stringify(registersOf))
  write('script-worker.js', worker.code)
  write('pac-functions.js', pacFunctions.code)
  write('pac-worker.js', pacWorker.code)
  for (const folder of folders) writeFiles(folder, contents)
  return [wasmPath, ...[large, small, worker, pacFunctions, pacWorker].flatMap(one => one.moduleIds)]
}

function writeFiles(folder, contents) {
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of contents) {
    // Written atomically: a program may read them while a build or a test run writes them again.
    const draft = `${folder}/${name}.${process.pid}`
    writeFileSync(draft, content)
    renameSync(draft, `${folder}/${name}`)
  }
  // Files of an earlier build would get into the packages.
  for (const name of readdirSync(folder))
    if (!contents.has(name.replace(/\.\d+$/, ''))) rmSync(`${folder}/${name}`, { force: true })
}

function compressed(memory) {
  return brotliCompressSync(memory, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 24 },
  })
}

/** Libraries in their versions for browsers, as the sandbox has no modules of Node. */
const librariesOutsideNode = {
  resolve: {
    conditionNames: ['browser', 'import', 'default'],
    mainFields: ['browser', 'module', 'main'],
    alias: {
      crypto: `${source}/prelude/libraries/absent.ts`,
      stream: `${source}/prelude/libraries/absent.ts`,
      string_decoder: `${source}/prelude/libraries/absent.ts`,
      timers: `${source}/prelude/libraries/timers.ts`,
    },
  },
}

async function bundle(input, output, platform) {
  const build = await rolldown({
    input,
    platform,
    treeshake: { propertyReadSideEffects: false },
    ...(platform === 'neutral' ? { ...librariesOutsideNode, plugins: [leanChai] } : {}),
    onLog: failOnWarning(input),
  })
  const { output: files } = await build.generate({ ...output, minify: true, codeSplitting: false })
  await build.close()
  return files[0]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await buildSandbox([`${root}/packages/script/dist/sandbox`])
