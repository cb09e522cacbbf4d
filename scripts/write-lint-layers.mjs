import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { layers } from './layers.mjs'

/** The lint configuration that holds each folder of the map to its layer. */
export function lintLayers() {
  return { root: false, overrides: Object.keys(layers).map(overrideOf) }
}

function overrideOf(folder) {
  const [allowed, system] = layers[folder]
  return {
    includes: [`${folder}/src/**`, `!${folder}/src/**/*.test.{ts,tsx}`, `!${folder}/src/**/*.testkit.ts`],
    linter: {
      rules: {
        style: {
          noRestrictedImports: {
            level: 'error',
            options: { patterns: [...patternsOfParley(folder, allowed), ...patternsOfNode(folder, system)] },
          },
        },
      },
    },
  }
}

function patternsOfParley(folder, allowed) {
  const wholes = namesOf(allowed).filter(name => !name.includes(':'))
  const entries = namesOf(allowed).filter(name => name.includes(':'))
  const closed = Object.keys(layers)
    .map(one => one.split('/')[1])
    .filter(name => name !== folder.split('/')[1] && !wholes.includes(name))
  const open = entries.map(entry => `!${specifierOf(entry)}`)
  const group = [
    ...closed.flatMap(name => [`@parley/${name}`, `@parley/${name}/**`]),
    '@parley/*/src/**',
    '**/src/**',
    ...open,
  ]
  return [{ group, message: mayImport(folder) }]
}

function namesOf(allowed) {
  return allowed.split(' ').filter(Boolean)
}

/** `engine` and `engine:.` are `@parley/engine`, `server:contract` is `@parley/server/contract`. */
function specifierOf(name) {
  return `@parley/${name.replace(':.', '').replace(':', '/')}`
}

function patternsOfNode(folder, system) {
  if (system === 'open') return []
  if (system === 'pure') return [{ group: ['node:*'], message: mayImport(folder) }]
  const message = `${folder} reaches files through @parley/files alone (ARCHITECTURE.md, Files).`
  return [{ group: ['node:fs', 'node:fs/promises'], message }]
}

function mayImport(folder) {
  const [allowed, system] = layers[folder]
  const packages = namesOf(allowed).map(specifierOf).join(', ') || 'no package of Parley'
  const node = system === 'pure' ? ', and nothing of Node' : ''
  return `${folder} may import ${packages}${node} (ARCHITECTURE.md, Layers).`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = new URL('../biome.layers.json', import.meta.url)
  writeFileSync(file, `${JSON.stringify(lintLayers(), null, 2)}\n`)
}
