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

/** Why a case is out of scope, matched by its location and message; the first match applies. */
export const reasons = [
  [/require is not supported|Cannot find module/, 'scripts load no modules of Node or npm'],
  [/SyntaxError: Unexpected (?:token '\{'|identifier 'lodash'|identifier 'dup')/, 'scripts load no modules'],
  [/jsonSchema is not supported/, 'jsonSchema: scripts carry no validator of schemas'],
  [
    /CryptoJS|tv4|ReferenceError: _ is|Lodash working|xml2Json/,
    'a library that Postman put into scripts (lodash, tv4, CryptoJS, xml2Json)',
  ],
  [/process is not defined|node-builtins\/process/, 'the process of Node, which scripts do not see'],
  [
    /(?:Response|Request|Headers|FormData|Blob|AbortController|EventTarget|Event|CustomEvent|fetch) is not defined/,
    'fetch and events of browsers',
  ],
  [/web-crypto|crypto\.subtle/, 'crypto.subtle of browsers'],
  [/node-builtins\/intl/, 'Intl but for dates and numbers'],
  [/hopp is not defined/, 'the newer namespace hopp of Hoppscotch (spec 4.9)'],
  [
    /sendRequest is not available|Nested request test|send-request\/usage-patterns/,
    'sendRequest is for pre-request scripts alone (spec 4.10)',
  ],
  [/headerList is not supported/, 'headerList, Bruno’s other way to read headers, besides getHeader'],
  [/res\.setBody|res\/setBody/, 'res.setBody: a response stays what the server sent'],
  [/bru\.cookies is not supported|api\/bru\/cookies/, 'bru.cookies (spec 4.8)'],
  [
    /(?:getProcessEnv|runRequest|setUrl) is not supported/,
    'getProcessEnv, runRequest and setUrl of Bruno (spec 4.8)',
  ],
  [
    /(?:getEnvName|getCollectionName|getPathParams|setMaxRedirects) is not supported/,
    'getEnvName, getCollectionName, getPathParams and setMaxRedirects of Bruno',
  ],
  [/isSafeMode/, 'isSafeMode is true, as there is no other mode'],
  [/setBody\/form-urlencoded/, 'req.setBody sends what it is given, as JSON where it is no text (spec 4.8)'],
  [/pre-assert/, 'assertions on pm.request and on a response of another package'],
  [/process\.env|process env vars/, 'variables of the process are never read (spec 4.8)'],
  [/variable-datatypes|declared types|executed in correct order/, 'values of variables are text'],
  [/Bearer Auth undefined|hawk-auth-test/, 'a header that is typed goes before the authorization'],
  [/echo default request headers|bruno-runtime/, 'Accept and User-Agent as Bruno alone sends them'],
  [/string interpolation/, 'substitution puts in values, not parts of objects'],
  [/cascade ran in request->folder->root/, 'scripts run from the outside in, after the send too'],
  [/iteration-data|test1/, 'an empty field of a data row is a value'],
  [/request-variables-basic-usage/, 'a name without a value stays as typed (decisions, Substitution)'],
  [/secret-envs|SECRET_MISSING/, 'values of secrets are given with --secret, never read from the process'],
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
    'cookies of the answer are those that it sets, not those kept before',
  ],
  [/ECONNREFUSED/, 'asks a server that its author’s tests start'],
  [
    /badssl|insightres|PROXY_CANNOT_REACH|usebruno\.com|ENOTFOUND/,
    'calls a public server that has no local replacement',
  ],
  [/FILE_NOT_READ|NO_FILE_SELECTED|file .* could not be read|has no place/, 'needs a file from elsewhere'],
  [/NO_TOKEN|OAuth2|oauth/, 'needs an authorization server'],
  [/hawk-auth-headers/, 'the environment that names its host is not among the files'],
  [/whatwg-url|UNKNOWN_HOST_VARIABLE|INVALID_URL/, 'the URL goes out as typed (decisions, Exactness)'],
  [/utf-?16|Response parsing|response-parsing/, 'text is decoded as its Content-Type says, files are UTF-8'],
]
