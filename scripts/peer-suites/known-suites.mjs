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

/** Returns the options for the environment and the data next to a newman collection. */
function besides(file, files) {
  const folder = file.slice(0, file.lastIndexOf('/'))
  if (folder === 'integration' || folder.startsWith('fixtures')) return []
  const [environment] = files(`${folder}/*environment.json`)
  const [data] = files(`${folder}/*_data.{csv,json}`)
  return [...(environment ? ['-e', environment] : []), ...(data ? ['-d', data] : [])]
}

/**
 * Why a case is out of scope, matched by its location and message; the first match applies. Each is a sentence of
 * the specification or of the product decisions, says that the case is made to fail, or names the server that is
 * missing.
 */
export const reasons = [
  [
    /require of .* is not supported|local modules|node-path: path\.resolve/,
    'require is of exactly the bundled packages, and of Node what the sandbox has (decisions, Libraries in scripts)',
  ],
  [
    /SyntaxError: Unexpected (?:token '\{'|identifier 'lodash'|identifier 'dup')/,
    'import: require is of exactly the bundled packages (decisions, Libraries in scripts)',
  ],
  [/node-crypto/, 'of Node’s crypto what the sandbox has (decisions, Libraries in scripts)'],
  [
    /process is not supported|process exists with expected properties/,
    'the process of Node: each script runs in its own sandbox (spec 8)',
  ],
  [
    /fetch-api|(?:Response|Request|Headers|FormData|Blob|fetch) is not (?:defined|supported)/,
    'fetch: scripts have no network access except sendRequest (spec 8)',
  ],
  [/hopp is not supported/, 'the newer API of Hoppscotch, hopp (spec 4.9)'],
  [
    /sendRequest is not available|Nested request test|send-request\/usage-patterns/,
    'sendRequest is for pre-request scripts only (spec 4.8, 4.10)',
  ],
  [/bru\.cookies is not supported|api\/bru\/cookies/, 'bru.cookies (spec 4.8)'],
  [
    /(?:getProcessEnv|runRequest|setUrl) is not supported/,
    'getProcessEnv, runRequest and setUrl of Bruno (spec 4.8)',
  ],
  [
    /setMaxRedirects is not supported/,
    'redirects are limited by the settings of the request (decisions, Redirects)',
  ],
  [/isSafeMode/, 'isSafeMode is true: each script runs in its own sandbox (spec 8)'],
  [
    /case-insensitive-write/,
    'req.getHeader finds a header whatever its case, as header names have none (spec 4.8, RFC 9110 §5.1)',
  ],
  [/setBody\/array/, 'a body is JSON, which has no undefined (spec 4.8)'],
  [
    /pre-assert/,
    'assertions are those of chai and of the specification (spec 4.4), not those of another package',
  ],
  [/process\.env|process env vars/, 'the .env file of Bruno is never read (spec 4.8)'],
  [
    /variable-datatypes|declared types|executed in correct order/,
    'values of variables are text (spec 4.5; decisions, Value stored as text)',
  ],
  [
    /Bearer Auth undefined|hawk-auth-test/,
    'a header that is typed replaces the generated one (decisions, Own header)',
  ],
  [/echo default request headers|bruno-runtime/, 'the User-Agent is Parley/1.0, without an Accept (spec 9)'],
  [/string interpolation/, 'substitution is plain text, not parts of objects (decisions, Substitution)'],
  [
    /cascade ran in request->folder->root/,
    'scripts run from the outside in, after the send too (decisions, Collection and folder scripts)',
  ],
  [/iteration-data|test1/, 'an empty field of a data row is a value (decisions, Variable precedence)'],
  [/request-variables-basic-usage/, 'a name without a value stays as typed (decisions, Substitution)'],
  [
    /SECRET_MISSING|secret-envs/,
    'values of secrets are given with --secret, never read from the process (decisions, Permission of scripts)',
  ],
  [
    /must fail|should fail|error scenarios|Simulating|non-existent|Reference error|undefFunction|fails-coll|Expected 200-level/,
    'made to fail',
  ],
  [/comma-test-csv|csv-with-bom/, 'spaces around a field of CSV belong to it (RFC 4180)'],
  [/multiple-content-type-headers/, 'headers go out as typed, each of them (decisions, Exactness)'],
  [/Check headers|Header contains host/, 'a header or an answer of the public server alone'],
  [/\/sse finite stream/, 'no script runs on a live stream (decisions, Answered)'],
  [
    /getResponseCookie|cookie-jar.*cannot read property 'value'/,
    'pm.cookies has no effect (spec 4.7), so responseCookies are those that the response sets',
  ],
  [/ECONNREFUSED/, 'asks a server that its author’s tests start'],
  [
    /badssl|insightres|PROXY_CANNOT_REACH|usebruno\.com|ENOTFOUND|graphql\/spacex/,
    'calls a public server that has no local replacement',
  ],
  [/FILE_NOT_ALLOWED/, 'a file outside the folder that is run (decisions, Files that a run may read)'],
  [/FILE_NOT_READ|NO_FILE_SELECTED|file .* could not be read|has no place/, 'needs a file from elsewhere'],
  [/NO_TOKEN|OAuth2|oauth/, 'needs an authorization server'],
  [/hawk-auth-headers/, 'the environment that names its host is not among the files'],
  [/whatwg-url|UNKNOWN_HOST_VARIABLE|INVALID_URL/, 'the URL goes out as typed (decisions, Exactness)'],
  [
    /utf-?16|Response parsing|response-parsing/,
    'text is decoded as its Content-Type says, files are UTF-8 (decisions, Exactness)',
  ],
]
