import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * The clients with a command line. For each: the files of the corpus, and what both programs run for one of them: the arguments of
 * theirs and of `parley run`, and the text in which headers are named.
 */
export const peers = [
  {
    name: 'Postman',
    program: 'newman/bin/newman.js',
    files: corpus =>
      globSync('postman/**/*.json', { cwd: corpus }).filter(path => isCollection(join(corpus, path))),
    prepare(file, folder) {
      const collection = readJson(file)
      fillPathVariables(collection)
      const source = JSON.stringify(collection)
      const path = join(folder, 'collection.json')
      writeFileSync(path, source)
      const given = (collection.variable ?? []).filter(({ value }) => value !== undefined && value !== '')
      const defined = new Set(given.map(one => one.key ?? one.id))
      const values = valuesOf(source, defined).map(([key, value]) => ({ key, value, enabled: true }))
      const environment = join(folder, 'environment.json')
      writeFileSync(
        environment,
        JSON.stringify({ name: 'Values', _postman_variable_scope: 'environment', values }),
      )
      const limits = ['--timeout-request', '4000', '--timeout-script', '4000', '--timeout', '60000']
      return {
        source,
        theirs: ['run', path, '-e', environment, '--insecure', '--ignore-redirects', ...limits],
        ours: [path, '-e', environment, '--script-order'],
      }
    },
  },
  {
    name: 'Bruno',
    program: '@usebruno/cli/bin/bru.js',
    files: corpus => globSync('bruno/**/bruno.json', { cwd: corpus }),
    prepare(file, folder) {
      const path = join(folder, 'collection')
      cpSync(dirname(file), path, { recursive: true })
      const files = globSync('**/*.{bru,yml}', { cwd: path })
      const source = files.map(one => readFileSync(join(path, one), 'utf8')).join('\n')
      const [environment] = files.filter(one => /^environments\/[^/]+\.bru$/.test(one)).toSorted()
      const chosen = environment === undefined ? [] : ['--env', basename(environment, '.bru')]
      const values = valuesOf(source, definedInBru(source)).flatMap(([name, value]) => [
        '--env-var',
        `${name}=${value}`,
      ])
      return {
        source,
        cwd: path,
        theirs: ['run', '-r', '--insecure', '--sandbox', 'developer', ...chosen, ...values],
        ours: [path, ...chosen, ...values],
      }
    },
  },
  {
    name: 'Hoppscotch',
    program: '@hoppscotch/cli/bin/hopp.js',
    files: corpus =>
      globSync('hoppscotch/**/*.json', { cwd: corpus }).filter(path => {
        const value = readJson(join(corpus, path))
        return [value].flat().every(one => Array.isArray(one?.requests) && Array.isArray(one?.folders))
      }),
    prepare(file, folder) {
      const source = readFileSync(file, 'utf8')
      const braces = source.replaceAll('<<', '{{').replaceAll('>>', '}}')
      const environment = join(folder, 'environment.json')
      const variables = valuesOf(braces, new Set()).map(([key, value]) => ({
        key,
        initialValue: value,
        currentValue: value,
        secret: false,
      }))
      writeFileSync(environment, JSON.stringify({ v: 2, id: 'values', name: 'Values', variables }))
      return { source, theirs: ['test', file, '-e', environment], ours: [file, '-e', environment] }
    },
  },
]

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\ufeff/, ''))
  } catch {
    return null
  }
}

function isCollection(path) {
  const value = readJson(path)
  return value?.info !== undefined && Array.isArray(value.item)
}

/** Parley sends nothing where a path variable has no value, and Postman an empty one. */
function fillPathVariables(value) {
  if (typeof value !== 'object' || value === null) return
  for (const [key, one] of Object.entries(value)) {
    if (key === 'url' && Array.isArray(one?.variable))
      for (const variable of one.variable) variable.value ||= 'filled-in'
    fillPathVariables(one)
  }
}

function definedInBru(source) {
  return new Set([...source.matchAll(/^ {2}~?([\w.-]+):/gm)].map(([, name]) => name))
}

/** Returns a value for each name that the text uses and does not define: an address where a URL begins with it. */
function valuesOf(text, defined) {
  const found = pattern => new Set([...text.matchAll(pattern)].map(([, name]) => name))
  const names = found(/\{\{([^{}"$\n]+?)\}\}/g)
  const addresses = found(/(?:"(?:raw|url|endpoint)"\s*:\s*"|url: )\{\{([^{}"]+)\}\}/g)
  const hosts = found(/https?:\/\/\{\{([^{}"]+)\}\}/g)
  return [...names]
    .filter(name => !defined.has(name) && /^[\w.-]+$/.test(name))
    .map((name, index) => {
      const host = `host${index}.test`
      return [name, addresses.has(name) ? `http://${host}` : hosts.has(name) ? host : `value${index}`]
    })
}
