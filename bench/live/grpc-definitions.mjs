import '../../scripts/require-node.mjs'

const { spawnSync } = await import('node:child_process')
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = await import('node:fs')
const { tmpdir } = await import('node:os')
const { join } = await import('node:path')
const { compileFiles } = await import('@parley/protobuf')

/**
 * Measures how long 500 `.proto` files take to compile, compared with `protoc`, which must be installed. Parley's time is that
 * of the first compilation in a process, without the start of the process; both read the files. `node bench/live/grpc-definitions.mjs
 * [ROUNDS]`; a round is a process.
 */
const limit = 5
const fileCount = 500
const types = ['string', 'int64', 'repeated string', 'map<string, int32>', 'bool', 'bytes']

if (process.argv[2] === 'compile') {
  await compileOnce(process.argv[3])
  process.exit(0)
}

const rounds = Number(process.argv[2] ?? 5)
const folder = mkdtempSync(join(tmpdir(), 'parley-protos-'))
try {
  const paths = writeFiles(folder)
  const times = { protoc: [], Parley: [] }
  for (let round = 0; round < rounds; round += 1) {
    times.protoc.push(protocTime(paths))
    times.Parley.push(ownTime())
  }
  const [protoc, own] = [Math.min(...times.protoc), Math.min(...times.Parley)]
  const ratio = own / protoc
  console.log(
    `${fileCount} files: protoc ${protoc.toFixed(0)} ms, Parley ${own.toFixed(0)} ms: ${ratio.toFixed(2)} × (at most ${limit})`,
  )
  process.exitCode = ratio <= limit ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function protocTime(paths) {
  const startedAt = performance.now()
  const { status, stderr, error } = spawnSync(
    'protoc',
    ['-I', folder, '--include_imports', '-o', join(folder, 'all.binpb'), ...paths],
    { cwd: folder },
  )
  if (error) throw new Error(`protoc could not be started: ${error.message}`)
  if (status !== 0) throw new Error(String(stderr))
  return performance.now() - startedAt
}

function ownTime() {
  const { status, stdout, stderr } = spawnSync(process.execPath, [import.meta.filename, 'compile', folder])
  if (status !== 0) throw new Error(String(stderr))
  return Number(stdout)
}

async function compileOnce(from) {
  const names = Array.from({ length: fileCount }, (_, at) => `f${at}.proto`)
  const startedAt = performance.now()
  const compiled = await compileFiles(names, {
    read: async path => ({ ok: true, value: readFileSync(join(from, path), 'utf8') }),
  })
  if (compiled.files.length !== fileCount) throw new Error(JSON.stringify(compiled.problems[0]))
  console.log(performance.now() - startedAt)
}

/** Files of the size that those of public APIs have, each with imports of three before it. */
function writeFiles(into) {
  return Array.from({ length: fileCount }, (_, at) => {
    const path = `f${at}.proto`
    writeFileSync(join(into, path), protoText(at))
    return path
  })
}

function protoText(at) {
  const imported = [1, 7, 31].map(step => at - step).filter(one => one >= 0)
  const imports = imported.map(one => `import "f${one}.proto";`).join('\n')
  const messages = Array.from({ length: 8 }, (_, number) => {
    const fields = Array.from({ length: 12 }, (__, field) => {
      const type =
        imported.length > 0 && field % 4 === 0
          ? `bench.f${imported[0]}.M${number}`
          : types[field % types.length]
      return `  // What the field ${field} of M${number} contains, in a sentence or two.\n  ${type} field_${field} = ${field + 1};`
    })
    return `// A message.\nmessage M${number} {\n${fields.join('\n')}\n}`
  })
  const methods = Array.from(
    { length: 6 },
    (_, method) => `  rpc Call${method}(M${method}) returns (stream M${method + 1});`,
  )
  return `syntax = "proto3";\npackage bench.f${at};\n${imports}\n${messages.join('\n')}\nservice S {\n${methods.join('\n')}\n}\n`
}
