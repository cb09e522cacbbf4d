import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Layer, layers } from './layers.ts'
import { filesWithLongFunctions } from './long-functions.ts'

/** Returns the lint rules that are generated from lists: the layers, and the files with long functions. */
export function generatedRules() {
  return {
    root: false,
    overrides: [
      ...Object.entries(layers).map(([folder, layer]) => layerRule(folder, layer)),
      viewsRule(),
      longFunctionRule(),
    ],
  }
}

/** A test describes its cases in one function, however many they are. */
const testFiles = ['**/*.test.{ts,tsx}', '**/*.{slow,spec,nightly,testkit}.ts', 'bench/**']

function longFunctionRule() {
  return {
    includes: [...testFiles, ...filesWithLongFunctions],
    linter: { rules: { complexity: { noExcessiveLinesPerFunction: 'off' } } },
  }
}

const page = 'apps/web'

/** Views are the outermost layer of the page: only views import a view. */
function viewsRule() {
  const message = `Nothing below ${page}/src imports from views but views and main.tsx (apps/web/README.md).`
  const { includes, linter } = layerRule(page, layers[page] ?? ['', 'pure'], [
    { group: ['**/views/**'], message },
  ])
  return { includes: [...includes, `!${page}/src/views/**`, `!${page}/src/main.tsx`], linter }
}

function layerRule(folder: string, layer: Layer, more: readonly { group: string[]; message: string }[] = []) {
  return {
    includes: [
      `${folder}/src/**`,
      `!${folder}/src/**/*.test.{ts,tsx}`,
      `!${folder}/src/**/*.{slow,testkit}.ts`,
    ],
    linter: {
      rules: {
        style: {
          noRestrictedImports: {
            level: 'error',
            options: {
              patterns: [...patternsOfParley(folder, layer), ...patternsOfNode(folder, layer), ...more],
            },
          },
        },
      },
    },
  }
}

function patternsOfParley(folder: string, layer: Layer) {
  const [allowed] = layer
  const wholes = namesOf(allowed).filter(name => !name.includes(':'))
  const entries = namesOf(allowed).filter(name => name.includes(':'))
  const closed = Object.keys(layers)
    .filter(one => one !== folder)
    .map(nameOf)
    .filter(name => !wholes.includes(name))
  const open = entries.map(entry => `!${specifierOf(entry)}`)
  const group = [
    ...closed.flatMap(name => [`@parley/${name}`, `@parley/${name}/**`]),
    '@parley/*/src/**',
    '**/src/**',
    ...open,
  ]
  return [{ group, message: mayImport(folder, layer) }]
}

function nameOf(folder: string): string {
  return folder.slice(folder.indexOf('/') + 1)
}

function namesOf(allowed: string): readonly string[] {
  return allowed.split(' ').filter(Boolean)
}

/**
 * Converts `engine` and `engine:.` to `@parley/engine`, and `server:contract` to `@parley/server/contract`.
 */
function specifierOf(name: string): string {
  return `@parley/${name.replace(':.', '').replace(':', '/')}`
}

function patternsOfNode(folder: string, layer: Layer) {
  const [, system] = layer
  if (system === 'open') return []
  if (system === 'pure') return [{ group: ['node:*'], message: mayImport(folder, layer) }]
  const message = `${folder} reaches files through @parley/files alone (packages/files/README.md).`
  return [{ group: ['node:fs', 'node:fs/promises'], message }]
}

function mayImport(folder: string, [allowed, system]: Layer): string {
  const packages = namesOf(allowed).map(specifierOf).join(', ') || 'no package of Parley'
  const node = system === 'pure' ? ', and nothing of Node' : ''
  return `${folder} may import ${packages}${node} (ARCHITECTURE.md, Layers).`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = new URL('../../biome.generated.json', import.meta.url)
  writeFileSync(file, `${JSON.stringify(generatedRules(), null, 2)}\n`)
}
