import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { markBruno, markHoppscotch, markPostman } from './mark-requests.mjs'
import { withSecretVariables, withSecretVariablesInBru } from './secret-variables.mjs'

/**
 * The clients with a command line. For each: the files of the corpus, and what both programs run for one of them: its requests by
 * their marks, the arguments of theirs, what `parley run` and `parley import` read, and the options for the environment.
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
      const requests = markPostman(collection)
      const source = JSON.stringify(collection)
      const path = join(folder, 'collection.json')
      writeFileSync(path, source)
      const { importable, secrets } = writeImportable(collection, name => `{{${name}}}`, folder)
      const given = (collection.variable ?? []).filter(({ value }) => value !== undefined && value !== '')
      const defined = new Set(given.map(one => one.key ?? one.id))
      const values = [...valuesOf(source, defined), ...secrets].map(([key, value]) => ({
        key,
        value,
        enabled: true,
      }))
      const environment = join(folder, 'environment.json')
      writeFileSync(
        environment,
        JSON.stringify({ name: 'Values', _postman_variable_scope: 'environment', values }),
      )
      const limits = ['--timeout-request', '4000', '--timeout-script', '4000', '--timeout', '60000']
      return {
        requests,
        theirs: ['run', path, '-e', environment, '--insecure', ...limits],
        source: path,
        importable,
        environment,
        inPlace: ['-e', environment, '--script-order'],
        imported: ['-e', 'Values', '--script-order'],
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
      const requests = markBruno(path)
      const files = globSync('**/*.{bru,yml}', { cwd: path })
      const source = files.map(one => readFileSync(join(path, one), 'utf8')).join('\n')
      const [environment] = files.filter(one => /^environments\/[^/]+\.bru$/.test(one)).toSorted()
      const chosen = environment === undefined ? [] : ['--env', basename(environment, '.bru')]
      const values = valuesOf(source, definedInBru(source)).flatMap(([name, value]) => [
        '--env-var',
        `${name}=${value}`,
      ])
      return {
        requests,
        cwd: path,
        theirs: ['run', '-r', '--insecure', '--sandbox', 'developer', ...chosen, ...values],
        source: path,
        ...importableBruno(path, folder, files, [...chosen, ...values]),
        inPlace: [...chosen, ...values],
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
      const collections = readJson(file)
      const requests = markHoppscotch([collections].flat())
      const source = JSON.stringify(collections)
      const path = join(folder, 'collection.json')
      writeFileSync(path, source)
      const { importable, secrets } = writeImportable(collections, name => `<<${name}>>`, folder)
      const braces = source.replaceAll('<<', '{{').replaceAll('>>', '}}')
      const environment = join(folder, 'environment.json')
      const variables = [...valuesOf(braces, new Set()), ...secrets].map(([key, value]) => ({
        key,
        initialValue: value,
        currentValue: value,
        secret: false,
      }))
      writeFileSync(environment, JSON.stringify({ v: 2, id: 'values', name: 'Values', variables }))
      return {
        requests,
        theirs: ['test', path, '-e', environment],
        source: path,
        importable,
        environment,
        inPlace: ['-e', environment],
        imported: ['-e', 'Values'],
      }
    },
  },
]

/** Writes the file to import, with variables in place of literal secrets. */
function writeImportable(document, variableOf, folder) {
  const { value, values } = withSecretVariables(document, variableOf)
  const importable = join(folder, 'to-import.json')
  writeFileSync(importable, JSON.stringify(value))
  return { importable, secrets: values }
}

function importableBruno(path, folder, files, options) {
  const importable = join(folder, 'to-import')
  cpSync(path, importable, { recursive: true })
  const secrets = []
  for (const file of files) {
    const { text, values } = withSecretVariablesInBru(readFileSync(join(path, file), 'utf8'), secrets.length)
    secrets.push(...values)
    writeFileSync(join(importable, file), text)
  }
  const given = secrets.flatMap(([name, value]) => ['--env-var', `${name}=${value}`])
  return { importable, imported: [...options, ...given] }
}

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
