const bruno = 'bruno/usebruno+bruno/packages'
const hoppscotch = 'hoppscotch/hoppscotch+hoppscotch/packages/hoppscotch-cli/src/__tests__/e2e/fixtures'
const newman = 'postman/postmanlabs+newman/test'

/** The options that Hoppscotch's own tests use with its collections. */
const hoppscotchOptions = {
  'env-flag-tests-coll': ['-e', 'environments/env-flag-envs.json'],
  'secret-envs-persistence-scripting-coll': [
    '-e',
    'environments/secret-envs-persistence-scripting-envs.json',
  ],
  'secret-envs-coll': ['-e', 'environments/secret-supplied-values-envs.json'],
  'iteration-data-tests-coll': [
    ...['-e', 'environments/iteration-data-envs.json'],
    ...['-d', 'environments/iteration-data-export.csv'],
  ],
  'req-body-env-vars-coll': ['-e', 'environments/req-body-env-vars-envs.json'],
  'digest-auth-success-coll': ['-e', 'environments/digest-auth-envs.json'],
  'digest-auth-failure-coll': ['-e', 'environments/digest-auth-envs.json'],
  'jwt-auth-headers-success-coll': ['-e', 'environments/jwt-auth-envs.json'],
  'jwt-auth-params-success-coll': ['-e', 'environments/jwt-auth-envs.json'],
  'request-vars-coll': ['-e', 'environments/request-vars-envs.json'],
}

/** The suites: what to run, in which folder of the corpus, with which options. */
export const suites = [
  {
    name: 'Bruno’s test collection',
    folder: `${bruno}/bruno-tests/collection`,
    // The same server is used under both names.
    runs: [['.', '--env', 'Prod', '--env-var', 'localhost=https://testbench-sanity.usebruno.com']],
  },
  {
    name: 'Bruno’s fixtures of its command line',
    folder: bruno,
    runs: [['bruno-tests/sequential_exec'], ['bruno-cli/tests/runner/fixtures/opencollection/collection']],
  },
  {
    name: 'Hoppscotch’s fixtures of its command line',
    folder: hoppscotch,
    runs: files =>
      files('collections/*.json').map(file => [file, ...(hoppscotchOptions[nameOf(file)] ?? [])]),
  },
  {
    name: 'newman’s integration tests and fixtures',
    folder: newman,
    runs: files =>
      files('{integration,fixtures/run}/**/*.json')
        .filter(
          file =>
            !/environment|_data|postman_config|cert-list|data\.json|pmcollection|simple-variables/.test(file),
        )
        .map(file => [file, ...besides(file, files)]),
  },
]

const nameOf = file => file.replace(/^.*\/|\.json$/g, '')

/** Returns the options for the environment of its name, or the only one, and the data next to a newman collection. */
function besides(file, files) {
  const folder = file.slice(0, file.lastIndexOf('/'))
  if (folder === 'integration' || folder.startsWith('fixtures')) return []
  const stemOf = path => path.replace(/\.postman_\w+\.json$/, '')
  const environments = files(`${folder}/*environment.json`)
  const [only] = environments.length === 1 ? environments : []
  const environment = environments.find(one => stemOf(one) === stemOf(file)) ?? only
  const [data] = files(`${folder}/*_data.{csv,json}`)
  return [...(environment ? ['-e', environment] : []), ...(data ? ['-d', data] : [])]
}
