/** Who says that a case is out of scope. */
export const rulers = {
  specification: 'the specification forbids it',
  decision: 'decided otherwise',
  standard: 'a standard says so',
  suite: 'the suite itself',
}

/**
 * The cases of the suites of other clients that are out of scope, each by its file, its request, and the name of its test, the code of
 * its failure or the message of its script.
 */
export const knownCases = [
  {
    by: 'specification',
    reason: 'bru.cookies (behaviour 4.8)',
    keys: new Set([
      './bruno-testbench/scripting/api/bru/cookies/getCookie: bru.cookies is not supported. Read the cookies that a response sets with res.getHeader("set-cookie").',
      './bruno-testbench/scripting/api/bru/cookies/setCookie: bru.cookies is not supported. Read the cookies that a response sets with res.getHeader("set-cookie").',
      './bruno-testbench/scripting/api/bru/cookies/getCookies: bru.cookies is not supported. Read the cookies that a response sets with res.getHeader("set-cookie").',
      './bruno-testbench/scripting/api/bru/cookies/setCookies: bru.cookies is not supported. Read the cookies that a response sets with res.getHeader("set-cookie").',
      './bruno-testbench/scripting/api/bru/cookies/deleteCookie: bru.cookies is not supported. Read the cookies that a response sets with res.getHeader("set-cookie").',
      './bruno-testbench/scripting/api/bru/cookies/clear: bru.cookies is not supported. Read the cookies that a response sets with res.getHeader("set-cookie").',
      './bruno-testbench/scripting/api/bru/cookies/setCookie header inclusion: bru.cookies is not supported. Read the cookies that a response sets with res.getHeader("set-cookie").',
      './bruno-testbench/scripting/api/bru/cookies/deleteCookies: bru.cookies is not supported. Read the cookies that a response sets with res.getHeader("set-cookie").',
      './bruno-testbench/scripting/api/bru/cookies/Redirect Cookie Save: ECONNREFUSED',
      './bruno-testbench/scripting/api/bru/cookies/directGet: bru.cookies is not supported. Read the cookies that a response sets with res.getHeader("set-cookie").',
      './bruno-testbench/scripting/api/bru/cookies/hasCookie: bru.cookies is not supported. Read the cookies that a response sets with res.getHeader("set-cookie").',
      './bruno-testbench/scripting/api/bru/cookies/directReadMethods: bru.cookies is not supported. Read the cookies that a response sets with res.getHeader("set-cookie").',
      './bruno-testbench/scripting/api/bru/cookies/directIteration: bru.cookies is not supported. Read the cookies that a response sets with res.getHeader("set-cookie").',
      './bruno-testbench/scripting/api/bru/cookies/directWrite: bru.cookies is not supported. Read the cookies that a response sets with res.getHeader("set-cookie").',
      './bruno-testbench/scripting/api/bru/cookies/clearScope: bru.cookies is not supported. Read the cookies that a response sets with res.getHeader("set-cookie").',
      './bruno-testbench/scripting/api/bru/cookies/crossDomainIsolation: bru.cookies is not supported. Read the cookies that a response sets with res.getHeader("set-cookie").',
    ]),
  },
  {
    by: 'specification',
    reason: 'sendRequest is for pre-request scripts only (behaviour 4.8, 4.10)',
    keys: new Set([
      './bruno-testbench/scripting/api/bru/send-request/get-url-string: send request with a get url string',
      './bruno-testbench/scripting/api/bru/send-request/usage-patterns: post request with async/await - success case',
      './bruno-testbench/scripting/api/bru/send-request/usage-patterns: post request with async/await - error case',
      './bruno-testbench/scripting/api/bru/send-request/usage-patterns: post request with promise chain - success case',
      './bruno-testbench/scripting/api/bru/send-request/usage-patterns: post request with promise chain - error case',
      './bruno-testbench/scripting/api/bru/send-request/usage-patterns: post request with callback - success case',
      './bruno-testbench/scripting/api/bru/send-request/usage-patterns: post request with callback - error case',
      'fixtures/run/nested-requests-fail-report-test.json/Nested request in test with failing test/Nested request test: pm.sendRequest is not available in this context. Use pm.sendRequest in a Pre Request script.',
      'fixtures/run/nested-requests-fail-report-test.json/Nested request in test with failing test/Nested request test: Status code is 200',
      'fixtures/run/nested-requests-report-test.json/Nested request in test/Nested request test: pm.sendRequest is not available in this context. Use pm.sendRequest in a Pre Request script.',
    ]),
  },
  {
    by: 'specification',
    reason: 'fetch: scripts have no network access except sendRequest (behaviour 8)',
    keys: new Set([
      './bruno-testbench/scripting/node-builtins/fetch-api: Fetch API globals exist',
      './bruno-testbench/scripting/node-builtins/fetch-api: Headers',
      './bruno-testbench/scripting/node-builtins/fetch-api: Request',
      './bruno-testbench/scripting/node-builtins/fetch-api: Response',
      './bruno-testbench/scripting/node-builtins/fetch-api: Response body methods exist',
      './bruno-testbench/scripting/node-builtins/fetch-api: FormData',
      './bruno-testbench/scripting/node-builtins/fetch-api: Blob',
    ]),
  },
  {
    by: 'specification',
    reason: 'values of variables are text (behaviour 4.5; behaviour, Value stored as text)',
    keys: new Set([
      './bruno-testbench/variable-datatypes/typed vars: collection vars carry their declared types',
      './bruno-testbench/variable-datatypes/typed vars: folder vars carry their declared types',
      './bruno-testbench/variable-datatypes/typed vars: request vars carry their declared types',
      './bruno-testbench/variable-datatypes/typed vars: typed object var preserves number precision through file → parse round-trip',
      './bruno-testbench/variable-datatypes/typed vars: collection environment vars carry their declared types',
      'integration/multi-level-folders-v1.postman_collection.json/multi-level-folders/F1/F1.R1: Request executed in correct order',
      'integration/multi-level-folders-v2.postman_collection.json/multi-level-folders-v2/F1/F1.R1: Request executed in correct order',
    ]),
  },
  {
    by: 'specification',
    reason: 'the process of Node: each script runs in its own sandbox (behaviour 8)',
    keys: new Set([
      './bruno-testbench/scripting/node-builtins/process: process exists with expected properties',
      './bruno-testbench/scripting/node-builtins/process: process.arch and process.platform',
      './bruno-testbench/scripting/node-builtins/process: process.pid and process.title',
      './bruno-testbench/scripting/node-builtins/process: process.argv is array',
      './bruno-testbench/scripting/node-builtins/process: process.env is available',
      './bruno-testbench/scripting/node-builtins/process: process.nextTick is available',
    ]),
  },
  {
    by: 'specification',
    reason: 'getProcessEnv, runRequest and setUrl of Bruno (behaviour 4.8)',
    keys: new Set([
      './bruno-testbench/scripting/api/bru/runRequest: bru.runRequest is not supported. Use bru.sendRequest, or run the collection.',
      './bruno-testbench/scripting/api/bru/getProcessEnv: bru.getProcessEnv()',
      './bruno-testbench/scripting/api/bru/runRequest-1: bru.runRequest is not supported. Use bru.sendRequest, or run the collection.',
      './bruno-testbench/scripting/api/req/setUrl: req.setUrl is not supported. Assign pm.request.url in a Pre Request script.',
    ]),
  },
  {
    by: 'specification',
    reason: 'the User-Agent is Parley/1.0, without an Accept (behaviour 9)',
    keys: new Set([
      './bruno-testbench/echo/echo default request headers: sends Accept header with application/json by default',
      './bruno-testbench/echo/echo default request headers: sends User-Agent header with bruno-runtime prefix',
      'collections/test-junit-report-export-coll.json/test-junit-report-export/assertions/success: Check headers',
    ]),
  },
  {
    by: 'specification',
    reason: 'the newer API of Hoppscotch, hopp (behaviour 4.9)',
    keys: new Set([
      'collections/jsonc-body-coll.json/JSONC Body Test Collection/Echo with inline comments: hopp is not supported. Use pw, or tool.',
      'collections/jsonc-body-coll.json/JSONC Body Test Collection/Echo with multiline comments: hopp is not supported. Use pw, or tool.',
      'collections/jsonc-body-coll.json/JSONC Body Test Collection/Echo with trailing commas: hopp is not supported. Use pw, or tool.',
    ]),
  },
  {
    by: 'specification',
    reason:
      'assertions are those of chai and of the specification (behaviour 4.4), not those of another package',
    keys: new Set([
      'integration/sandbox-libraries.postman_collection.json/sandbox-libraries/pm api: pre-assert request',
      'integration/sandbox-libraries.postman_collection.json/sandbox-libraries/pm api: pre-assert response',
    ]),
  },
  {
    by: 'specification',
    reason: 'isSafeMode is true: each script runs in its own sandbox (behaviour 8)',
    keys: new Set([
      './bruno-testbench/scripting/api/bru/isSafeMode: bru.isSafeMode() returns true in safe mode',
    ]),
  },
  {
    by: 'specification',
    reason:
      'req.getHeader finds a header whatever its case, as header names have none (behaviour 4.8, RFC 9110 §5.1)',
    keys: new Set([
      './bruno-testbench/scripting/api/req/headerList/case-insensitive-write: upsert() replaces header case-insensitively',
    ]),
  },
  {
    by: 'specification',
    reason: 'a body is JSON, which has no undefined (behaviour 4.8)',
    keys: new Set(['./bruno-testbench/scripting/api/res/setBody/array: res.setBody(array)']),
  },
  {
    by: 'specification',
    reason: 'the .env file of Bruno is never read (behaviour 4.8)',
    keys: new Set(['./bruno-testbench/string interpolation/process env vars: should return json']),
  },
  {
    by: 'specification',
    reason: 'pm.cookies has no effect (behaviour 4.7), so responseCookies are those that the response sets',
    keys: new Set([
      'integration/cookie-jar.postman_collection.json/cookie-jar/Verify cookie: TypeError: cannot read property \'value\' of undefined. postman.getResponseCookie("foo") is undefined: check its spelling and that the value is there.',
    ]),
  },
  {
    by: 'decision',
    reason:
      'require is of exactly the bundled packages, and of Node what the sandbox has (behaviour, Libraries in scripts)',
    keys: new Set([
      './bruno-testbench/echo/echo multipart via scripting: require of form-data is not supported. Bundled are lodash, crypto-js, moment, cheerio, xml2js, tv4, uuid, ajv, chai, csv-parse/sync, atob, btoa, url, querystring, buffer, util, events, path, assert, crypto',
      './bruno-testbench/scripting/inbuilt modules/axios/axios-pre-req-script: require of axios is not supported. Bundled are lodash, crypto-js, moment, cheerio, xml2js, tv4, uuid, ajv, chai, csv-parse/sync, atob, btoa, url, querystring, buffer, util, events, path, assert, crypto',
      './bruno-testbench/scripting/inbuilt modules/crypto-utils/getRandomValues: require of ./scripting/inbuilt modules/utils.js is not supported. Bundled are lodash, crypto-js, moment, cheerio, xml2js, tv4, uuid, ajv, chai, csv-parse/sync, atob, btoa, url, querystring, buffer, util, events, path, assert, crypto',
      './bruno-testbench/scripting/inbuilt modules/crypto-utils/randomBytes: require of ./scripting/inbuilt modules/utils.js is not supported. Bundled are lodash, crypto-js, moment, cheerio, xml2js, tv4, uuid, ajv, chai, csv-parse/sync, atob, btoa, url, querystring, buffer, util, events, path, assert, crypto',
      './bruno-testbench/scripting/inbuilt modules/nanoid/nanoid: require of nanoid is not supported. Bundled are lodash, crypto-js, moment, cheerio, xml2js, tv4, uuid, ajv, chai, csv-parse/sync, atob, btoa, url, querystring, buffer, util, events, path, assert, crypto',
      './bruno-testbench/scripting/local modules/sum: require of ./lib/math.js is not supported. Bundled are lodash, crypto-js, moment, cheerio, xml2js, tv4, uuid, ajv, chai, csv-parse/sync, atob, btoa, url, querystring, buffer, util, events, path, assert, crypto',
      './bruno-testbench/scripting/local modules/sum (without js extn): require of ./lib/math is not supported. Bundled are lodash, crypto-js, moment, cheerio, xml2js, tv4, uuid, ajv, chai, csv-parse/sync, atob, btoa, url, querystring, buffer, util, events, path, assert, crypto',
      './bruno-testbench/scripting/local modules/invalid and valid module imports: valid_module_no_error equals true',
      './bruno-testbench/scripting/local modules/additional context root: require of ../additional-context-root-lib is not supported. Bundled are lodash, crypto-js, moment, cheerio, xml2js, tv4, uuid, ajv, chai, csv-parse/sync, atob, btoa, url, querystring, buffer, util, events, path, assert, crypto',
      './bruno-testbench/scripting/node-builtins/node-fs: require of fs is not supported. Bundled are lodash, crypto-js, moment, cheerio, xml2js, tv4, uuid, ajv, chai, csv-parse/sync, atob, btoa, url, querystring, buffer, util, events, path, assert, crypto',
      './bruno-testbench/scripting/node-builtins/node-os: require of os is not supported. Bundled are lodash, crypto-js, moment, cheerio, xml2js, tv4, uuid, ajv, chai, csv-parse/sync, atob, btoa, url, querystring, buffer, util, events, path, assert, crypto',
      './bruno-testbench/scripting/node-builtins/node-zlib: require of zlib is not supported. Bundled are lodash, crypto-js, moment, cheerio, xml2js, tv4, uuid, ajv, chai, csv-parse/sync, atob, btoa, url, querystring, buffer, util, events, path, assert, crypto',
      './bruno-testbench/scripting/node-builtins/node-stream: require of stream is not supported. Bundled are lodash, crypto-js, moment, cheerio, xml2js, tv4, uuid, ajv, chai, csv-parse/sync, atob, btoa, url, querystring, buffer, util, events, path, assert, crypto',
      './bruno-testbench/scripting/npm modules/fakerjs: require of @faker-js/faker is not supported. Bundled are lodash, crypto-js, moment, cheerio, xml2js, tv4, uuid, ajv, chai, csv-parse/sync, atob, btoa, url, querystring, buffer, util, events, path, assert, crypto',
      './bruno-testbench/scripting/npm modules/jose: require of jose is not supported. Bundled are lodash, crypto-js, moment, cheerio, xml2js, tv4, uuid, ajv, chai, csv-parse/sync, atob, btoa, url, querystring, buffer, util, events, path, assert, crypto',
      './bruno-testbench/scripting/npm modules/external-lib-bru-req-res: require of external-lib-with-bru-req-res-objects is not supported. Bundled are lodash, crypto-js, moment, cheerio, xml2js, tv4, uuid, ajv, chai, csv-parse/sync, atob, btoa, url, querystring, buffer, util, events, path, assert, crypto',
    ]),
  },
  {
    by: 'decision',
    reason: 'scripts run from the outside in, after the send too (behaviour, Collection and folder scripts)',
    keys: new Set([
      'collections/collection-level-scripts-coll.json/collection-level-scripts-coll/target-folder/target-request: test-script cascade ran in request->folder->root order for every request',
      'collections/collection-level-scripts-coll.json/collection-level-scripts-coll/target-folder/sibling-request-in-target-folder: test-script cascade ran in request->folder->root order for every request',
      'collections/collection-level-scripts-coll.json/collection-level-scripts-coll/target-folder/request-with-test-script-imports: test-script cascade ran in request->folder->root order for every request',
      'collections/collection-level-scripts-coll.json/collection-level-scripts-coll/sibling-folder/sibling-request-in-sibling-folder: test-script cascade ran in request->folder->root order for every request',
      'collections/collection-level-scripts-legacy-coll.json/collection-level-scripts-legacy-coll/target-folder/target-request: test-script cascade ran in request->folder->root order for every request',
      'collections/collection-level-scripts-legacy-coll.json/collection-level-scripts-legacy-coll/target-folder/sibling-request-in-target-folder: test-script cascade ran in request->folder->root order for every request',
      'collections/collection-level-scripts-legacy-coll.json/collection-level-scripts-legacy-coll/sibling-folder/sibling-request-in-sibling-folder: test-script cascade ran in request->folder->root order for every request',
    ]),
  },
  {
    by: 'decision',
    reason: 'of Node’s crypto what the sandbox has (behaviour, Libraries in scripts)',
    keys: new Set([
      './bruno-testbench/scripting/node-builtins/node-crypto: crypto.getHashes and crypto.getCiphers',
      './bruno-testbench/scripting/node-builtins/node-crypto: crypto.pbkdf2Sync',
      './bruno-testbench/scripting/node-builtins/node-crypto: crypto.scryptSync',
      './bruno-testbench/scripting/node-builtins/node-crypto: AES encryption/decryption',
    ]),
  },
  {
    by: 'decision',
    reason:
      'values of secrets are given with --secret, never read from the process (behaviour, Permission of scripts)',
    keys: new Set([
      'collections/request-vars-coll.json/Request variables/request-variables-alongside-environment-variables: SECRET_MISSING',
      'collections/secret-envs-coll.json/secret-envs-coll/test-secret-basic-auth: Successfully parses secret variables holding basic auth credentials',
      'collections/secret-envs-coll.json/secret-envs-coll/test-secret-bearer-auth: Successfully parses secret variable holding the bearer token',
      'collections/secret-envs-coll.json/secret-envs-coll/test-secret-fallback: Returns an empty string if the value for a secret environment variable is not found in the system environment',
    ]),
  },
  {
    by: 'decision',
    reason: 'a header that is typed replaces the generated one (behaviour, Own header)',
    keys: new Set([
      './bruno-testbench/auth/bearer/via auth/Bearer Auth undefined: res.body.message equals Unauthorized',
      './bruno-testbench/auth/bearer/via auth/Bearer Auth undefined: res.status equals 401',
      './bruno-testbench/auth/bearer/via auth/Bearer Auth undefined: selected auth overrides Authorization header always',
    ]),
  },
  {
    by: 'decision',
    reason: 'import: require is of exactly the bundled packages (behaviour, Libraries in scripts)',
    keys: new Set([
      "collections/collection-level-scripts-coll.json/collection-level-scripts-coll/target-folder/request-with-top-level-import: SyntaxError: Unexpected token '{'. import is not possible in scripts: use a global library, or require.",
      "collections/collection-level-scripts-coll.json/collection-level-scripts-coll/target-folder/request-with-test-script-imports: SyntaxError: Unexpected identifier 'lodash'. import is not possible in scripts: use a global library, or require.",
      "collections/collection-level-scripts-duplicate-import-coll.json/collection-level-scripts-duplicate-import-coll/request-with-duplicate-import-binding: SyntaxError: Unexpected identifier 'dup'. import is not possible in scripts: use a global library, or require.",
    ]),
  },
  {
    by: 'decision',
    reason: 'an empty field of a data row is a value (behaviour, Variable precedence)',
    keys: new Set([
      'collections/iteration-data-tests-coll.json/iteration-data-tests-coll/test1: Expected {\n  "":"body_value1"\n} to include overriden-body-key-at-environment',
      'collections/iteration-data-tests-coll.json/iteration-data-tests-coll/test1: Expected {\n  "":"body_value2"\n} to include overriden-body-key-at-environment',
      'collections/iteration-data-tests-coll.json/iteration-data-tests-coll/test1: Expected {\n  "":"body_value3"\n} to include overriden-body-key-at-environment',
    ]),
  },
  {
    by: 'decision',
    reason: 'substitution is plain text, not parts of objects (behaviour, Substitution)',
    keys: new Set([
      './bruno-testbench/string interpolation/runtime vars: should return json',
      './bruno-testbench/string interpolation/objects/arrays interpolation: should interpolate arrays and objects in request payload body',
    ]),
  },
  {
    by: 'decision',
    reason: 'a file outside the folder that is run (behaviour, Files that a run may read)',
    keys: new Set([
      'fixtures/run/single-file-outside.json/Example Collection with a single GET request/A Form-data request: FILE_NOT_ALLOWED',
      'fixtures/run/single-file-outside.json/Example Collection with a single GET request/A Binary body request: FILE_NOT_ALLOWED',
    ]),
  },
  {
    by: 'decision',
    reason: 'redirects are limited by the settings of the request (behaviour, Redirects)',
    keys: new Set([
      './bruno-testbench/redirects/Disable Redirect: req.setMaxRedirects is not supported. Set the redirects in the Settings of the request.',
    ]),
  },
  {
    by: 'decision',
    reason: 'text is decoded as its Content-Type says, files are UTF-8 (behaviour, Exactness)',
    keys: new Set([
      './bruno-testbench/response-parsing/test binary response: response matches the expectation after utf-8 decoding(needs improvement)',
    ]),
  },
  {
    by: 'decision',
    reason: 'numbers keep all their digits in assertions (behaviour, Exactness)',
    keys: new Set([
      './bruno-testbench/response-parsing/test JSON unsafe-int response: res.body.toString() equals 90071992547409920000',
    ]),
  },
  {
    by: 'decision',
    reason: 'a form is percent-encoded, a name without a value too (behaviour, Substitution)',
    keys: new Set(['./bruno-testbench/string interpolation/missing values: should return json']),
  },
  {
    by: 'decision',
    reason: 'a name without a value stays as typed (behaviour, Substitution)',
    keys: new Set([
      'collections/request-vars-coll.json/Request variables/request-variables-basic-usage: Ignores inactive request variables',
    ]),
  },
  {
    by: 'decision',
    reason: 'substitution is plain text, without names inside names (behaviour, Substitution)',
    keys: new Set([
      'integration/whatwg-url.postman_collection.json/whatwg-url/Parsing/nested variables: UNKNOWN_HOST_VARIABLE',
    ]),
  },
  {
    by: 'decision',
    reason: 'the URL goes out as typed (behaviour, Exactness)',
    keys: new Set([
      'integration/whatwg-url.postman_collection.json/whatwg-url/Encoding/IP shorthands: Request Payload',
    ]),
  },
  {
    by: 'standard',
    reason: 'spaces around a field of CSV belong to it (RFC 4180)',
    keys: new Set([
      'integration/comma-test-csv/comma-test-csv.postman_collection.json/CSV parsing test/r1: CSV parsing tests',
      'integration/csv-with-bom/csv-with-bom.postman_collection.json/CSV with BOM/: CSV parsing tests',
    ]),
  },
  {
    by: 'suite',
    reason: 'asks a server that its author’s tests start',
    keys: new Set([
      './bruno-testbench/url-serialization/scheme: ECONNREFUSED',
      'collections/jwt-auth-headers-success-coll.json/JWT Auth (headers) - collection/jwt-auth-headers: ECONNREFUSED',
      'collections/jwt-auth-params-success-coll.json/JWT Auth (params) - collection/jwt-auth-params: ECONNREFUSED',
      'integration/custom-http-method/custom-http-method.postman_collection.json/custom-http-method/raw: ECONNREFUSED',
      'integration/custom-http-method/custom-http-method.postman_collection.json/custom-http-method/body disabled: ECONNREFUSED',
      'integration/protocol-profile-behavior.postman_collection.json/protocol-profile-behavior/followRedirects/followRedirects: true: ECONNREFUSED',
      'integration/protocol-profile-behavior.postman_collection.json/protocol-profile-behavior/followRedirects/followRedirects: false: ECONNREFUSED',
      'integration/protocol-profile-behavior.postman_collection.json/protocol-profile-behavior/followOriginalHttpMethod/followOriginalHttpMethod: true: ECONNREFUSED',
      'integration/protocol-profile-behavior.postman_collection.json/protocol-profile-behavior/followOriginalHttpMethod/followOriginalHttpMethod: false: ECONNREFUSED',
      'integration/protocol-profile-behavior.postman_collection.json/protocol-profile-behavior/removeRefererHeaderOnRedirect/removeRefererHeaderOnRedirect: false: ECONNREFUSED',
      'integration/protocol-profile-behavior.postman_collection.json/protocol-profile-behavior/removeRefererHeaderOnRedirect/removeRefererHeaderOnRedirect: true: ECONNREFUSED',
      'integration/protocol-profile-behavior.postman_collection.json/protocol-profile-behavior/removeRefererHeaderOnRedirect/removeRefererHeaderOnRedirect: true + initial referer: ECONNREFUSED',
      'integration/protocol-profile-behavior.postman_collection.json/protocol-profile-behavior/maxRedirects: ECONNREFUSED',
      'integration/whatwg-url.postman_collection.json/whatwg-url/Encoding/path encoding: ECONNREFUSED',
      'integration/whatwg-url.postman_collection.json/whatwg-url/Encoding/path unicode characters: ECONNREFUSED',
      'integration/whatwg-url.postman_collection.json/whatwg-url/Encoding/path pre-encoded: ECONNREFUSED',
      'integration/whatwg-url.postman_collection.json/whatwg-url/Encoding/query unicode characters: ECONNREFUSED',
      'integration/whatwg-url.postman_collection.json/whatwg-url/Encoding/query pre-encoded: ECONNREFUSED',
      'integration/whatwg-url.postman_collection.json/whatwg-url/Disabled Encoding/path encoding: ECONNREFUSED',
      'integration/whatwg-url.postman_collection.json/whatwg-url/Disabled Encoding/query encoding: ECONNREFUSED',
    ]),
  },
  {
    by: 'suite',
    reason: 'made to fail',
    keys: new Set([
      'collections/fails-coll.json/tests/: ReferenceError: pwd is not defined. Declare pwd with const or let, or check its spelling.',
      'collections/fails-coll.json/tests/success: TypeError: not a function: pw.env.setd. pw.env.setd does not exist: did you mean pw.env.set?',
      'collections/test-junit-report-export-coll.json/test-junit-report-export/assertions/error: `toBeLevelxxx()` error scenarios',
      'collections/test-junit-report-export-coll.json/test-junit-report-export/assertions/error: `toBeType()` error scenarios',
      'collections/test-junit-report-export-coll.json/test-junit-report-export/assertions/error: `toHaveLength()` error scenarios',
      'collections/test-junit-report-export-coll.json/test-junit-report-export/assertions/error: `toInclude() error scenarios`',
      'collections/test-junit-report-export-coll.json/test-junit-report-export/assertions/failure: Simulating failure - Status code is 200',
      'collections/test-junit-report-export-coll.json/test-junit-report-export/assertions/failure: Simulating failure - Status code is 2xx',
      'collections/test-junit-report-export-coll.json/test-junit-report-export/request-level-errors/invalid-url: `toBeLevelxxx()` error scenarios',
      'collections/test-junit-report-export-coll.json/test-junit-report-export/request-level-errors/invalid-url: `toBeType()` error scenarios',
      'collections/test-junit-report-export-coll.json/test-junit-report-export/request-level-errors/invalid-url: `toHaveLength()` error scenarios',
      'collections/test-junit-report-export-coll.json/test-junit-report-export/request-level-errors/invalid-url: `toInclude() error scenarios`',
      'collections/test-junit-report-export-coll.json/test-junit-report-export/request-level-errors/test-script-reference-error: Reference error',
      'collections/test-junit-report-export-coll.json/test-junit-report-export/request-level-errors/non-existent-env-var: `toBeLevelxxx()` error scenarios',
      'collections/test-junit-report-export-coll.json/test-junit-report-export/request-level-errors/non-existent-env-var: `toBeType()` error scenarios',
      'collections/test-junit-report-export-coll.json/test-junit-report-export/request-level-errors/non-existent-env-var: `toHaveLength()` error scenarios',
      'collections/test-junit-report-export-coll.json/test-junit-report-export/request-level-errors/non-existent-env-var: `toInclude() error scenarios`',
      'fixtures/run/undefined-test-checks.json/undefined-test-checks/Simple Echo/get request: This test should fail',
      'integration/request-name-in-script.postman_collection.json/Request Name In Script/r1: ReferenceError: undefFunction is not defined. Declare undefFunction with const or let, or check its spelling.',
    ]),
  },
  {
    by: 'suite',
    reason: 'calls a public server that has no local replacement',
    keys: new Set([
      './bruno-testbench/graphql/spacex: res.body.data.company.ceo equals Elon Musk',
      './bruno-testbench/preview/html/bruno: PROXY_CANNOT_REACH',
      './bruno-testbench/preview/image/bruno: PROXY_CANNOT_REACH',
      'bruno-tests/sequential_exec/sequential_exec/folder/request: PROXY_CANNOT_REACH',
      'collections/digest-auth-failure-coll.json/Digest Auth (failure state) - collection/digest-auth-headers: PROXY_CANNOT_REACH',
      'collections/digest-auth-success-coll.json/Digest Auth (success state) - collection/digest-auth-headers: PROXY_CANNOT_REACH',
      'fixtures/run/failed-request.json/failed-request/Failed request: PROXY_CANNOT_REACH',
      'integration/v2-regression-tests/v2-regression-tests.postman_collection.json/regression_tests/Insecurity checks: PROXY_CANNOT_REACH',
    ]),
  },
  {
    by: 'suite',
    reason: 'needs an authorization server',
    keys: new Set([
      'collections/oauth2-auth-code-coll.json/OAuth2 Authorization Code Grant Type - Collection/oauth2-auth-code-sample-req-pass-by-headers: NO_TOKEN',
      'collections/oauth2-auth-code-coll.json/OAuth2 Authorization Code Grant Type - Collection/oauth2-auth-code-sample-req-pass-by-query-params: NO_TOKEN',
      'integration/echo-v2.postman_collection.json/Postman Echo (V2)/[draft] Auth: OAuth2.0/OAuth2.0 Get Access Token: body has access token',
      'integration/echo-v2.postman_collection.json/Postman Echo (V2)/[draft] Auth: OAuth2.0/OAuth2.0 Get Access Token: body has bearer type',
      'integration/echo-v2.postman_collection.json/Postman Echo (V2)/[draft] Auth: OAuth2.0/OAuth2.0 Get Resource: body has user_id',
      'integration/echo-v2.postman_collection.json/Postman Echo (V2)/[draft] Auth: OAuth2.0/OAuth2.0 Get Resource: body has name',
    ]),
  },
  {
    by: 'suite',
    reason: 'needs a file from elsewhere',
    keys: new Set([
      'collections/multipart-form-data-coll.json/Multipart form data content type - Collection/multipart-form-data-sample-req: NO_FILE_SELECTED',
      'integration/custom-http-method/custom-http-method.postman_collection.json/custom-http-method/form-data: FILE_NOT_READ',
    ]),
  },
  {
    by: 'suite',
    reason: 'the environment that names its host is not among the files',
    keys: new Set([
      'collections/hawk-auth-success-coll.json/HAWK Auth (success state) - collection/hawk-auth-headers: UNKNOWN_HOST_VARIABLE',
    ]),
  },
  {
    by: 'suite',
    reason: 'the public server answers with another form of the URL',
    keys: new Set([
      'integration/whatwg-url.postman_collection.json/whatwg-url/Parsing/\\\\ in path: Request URL',
    ]),
  },
]
