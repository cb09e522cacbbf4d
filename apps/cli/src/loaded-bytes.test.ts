import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { bundledProgram } from './run-program.testkit.ts'

const folder = dirname(bundledProgram)
const texts = new Map(
  readdirSync(folder)
    .filter(name => name.endsWith('.js'))
    .map(name => [name, readFileSync(join(folder, name), 'utf8')]),
)

/** Adds the modules that a module of the bundle loads at once, without those of `import()`. */
function addLoadedBy(module: string, loaded: Set<string>): void {
  if (loaded.has(module)) return
  loaded.add(module)
  const imports = (texts.get(module) ?? '').matchAll(/(?:from|import)"\.\/(part-[^"]+)"/g)
  for (const [, imported = ''] of imports) addLoadedBy(imported, loaded)
}

/** Returns the module of the bundle from which a function is loaded when it is first called. */
function moduleOf(name: string): string {
  const loading = new RegExp(`[{,]${name}:\\w+\\}=await import\\(\`\\./(part-[^\`]+)\`\\)`)
  for (const text of texts.values()) {
    const [, module] = loading.exec(text) ?? []
    if (module !== undefined) return module
  }
  throw new Error(`The bundle loads no ${name}`)
}

/** Returns what a command has loaded when it begins to work. */
function loadedFor(functions: readonly string[]) {
  const loaded = new Set<string>()
  for (const module of ['parley.js', ...functions.map(moduleOf)]) addLoadedBy(module, loaded)
  const bytes = [...loaded].reduce((sum, module) => sum + Buffer.byteLength(texts.get(module) ?? ''), 0)
  return { modules: loaded.size, kilobytes: Math.ceil(bytes / 1024) }
}

const start = ['cacheCompiledCode', 'processIo', 'runCommandLine']
/** What each command may load before it begins to work: a little more than it did when this was written. */
const budgets: readonly (readonly [
  command: string,
  functions: readonly string[],
  modules: number,
  kilobytes: number,
])[] = [
  ['--version', [], 2, 1],
  ['--help', start, 12, 93],
  ['send', [...start, 'sendCommand'], 32, 552],
  ['run', [...start, 'runCommand'], 29, 515],
  ['import', [...start, 'importCommand'], 34, 1180],
  ['codegen', [...start, 'codegenCommand'], 36, 1110],
  ['mcp', [...start, 'mcpCommand'], 28, 930],
  ['serve', [...start, 'serveCommand'], 14, 150],
]

test.each(budgets)('%s loads no more than it may', (_command, functions, modules, kilobytes) => {
  const loaded = loadedFor(functions)
  expect(loaded.modules).toBeLessThanOrEqual(modules)
  expect(loaded.kilobytes).toBeLessThanOrEqual(kilobytes)
})
