const bruno = 'bruno-tests/collection/bruno.json'
const fspSetup = 'OSS-CGS-New-Deployment-FSP-Setup.postman_collection.json'
const hoppscotch = 'hoppscotch-cli/src/__tests__/e2e/fixtures/collections'

/**
 * Single requests whose differences have a reason of their own: the end of the path of the file, the kind of the difference, the name
 * of the request (none for a request of a script: its method and address), and where all requests of a file differ alike, both values.
 */
export const knownCases = [
  ...each(bruno, 'field content-type', {
    reason: 'without a body no Content-Type is sent; the HTTP library of Bruno adds one of its own',
    theirs: 'application/x-www-form-urlencoded',
    ours: '',
    requests: [
      ...['auth/basic/via auth/Basic Auth 200', 'auth/basic/via auth/Basic Auth 400'],
      ...['auth/basic/via script/Basic Auth 200', 'auth/basic/via script/Basic Auth 401'],
    ],
  }),
  ...['collection_level_oauth2', 'collection_oauth2'].map(folder => ({
    file: `bruno-tests/${folder}/bruno.json`,
    kind: 'field content-type',
    reason: 'without a body no Content-Type is sent; the HTTP library of Bruno adds one of its own',
    theirs: 'application/x-www-form-urlencoded',
    ours: '',
  })),
  {
    file: bruno,
    kind: 'field token',
    theirs: 'value0',
    ours: '{{request_pre_var_token}}',
    reason:
      'a value that a script sets again is not expanded (behaviour, Values from a response or a script)',
  },
  ...['isAuthenticated=true', 'foo=bar; isAuthenticated=true'].map(ours => ({
    file: bruno,
    kind: 'field cookie',
    theirs: '',
    ours,
    reason: 'bru.cookies, which clears the jar (behaviour 4.8)',
  })),
  ...each(bruno, 'field authorization', {
    reason: 'a typed header wins over an authorization without a token (behaviour, Own header)',
    requests: ['auth/bearer/via auth/Bearer Auth undefined'],
  }),
  ...each(bruno, 'field authorization', {
    reason:
      'of Digest nc and qop have no quotes, and an algorithm is named if the server names one (RFC 7616 §3.4)',
    requests: ['auth/digest/Digest Auth 200', 'auth/digest/Digest Auth 401'],
  }),
  ...['token', 'authorization', 'cookie'].flatMap(name =>
    each(bruno, `field ${name}`, {
      reason: 'a redirect to another origin takes no credential along (behaviour, Redirects)',
      requests: ['scripting/api/bru/cookies/Redirect Cookie Save'],
    }),
  ),
  ...each(bruno, 'body', {
    reason: 'substitution is plain text, not parts of objects (behaviour, Substitution)',
    requests: ['string interpolation/runtime vars', 'string interpolation/objects/arrays interpolation'],
  }),
  ...each(bruno, 'body', {
    reason: 'the .env file of Bruno is never read (behaviour 4.8)',
    requests: ['string interpolation/process env vars'],
  }),
  ...['check', 'collection-header', 'token', 'bruno', 'della'].flatMap(name =>
    each(bruno, `field ${name}`, {
      reason: 'req.setHeaders adds to the rows, which stay (behaviour 4.8)',
      requests: ['GET http://localhost:8080/ping'],
    }),
  ),
  ...each(bruno, 'missing', {
    reason: 'bru.runRequest (behaviour 4.8)',
    requests: ['ping', 'scripting/api/bru/runRequest-2'],
  }),
  ...each(bruno, 'missing', {
    reason: 'scripts have no network access except sendRequest (behaviour 8)',
    requests: ['GET https://testbench-sanity.usebruno.com:443/ping'],
  }),
  ...each(bruno, 'missing', {
    reason: 'sendRequest is for pre-request scripts only (behaviour 4.8, 4.10)',
    requests: ['POST https://echo.usebruno.com:443/', 'POST https://echo.usebruno.com:443/invalid'],
  }),
  ...each(bruno, 'more', {
    reason: 'the command line of Bruno lacks the library that the script asks for',
    requests: ['scripting/inbuilt modules/cheerio/cheerio'],
  }),
  ...each(bruno, 'more', {
    reason: 'scripts change the order of a run only if it allows that (behaviour, Order of a run)',
    requests: ['scripting/api/bru/runner/2'],
  }),
  ...each('tests/request/encoding/collection/bruno.json', 'target', {
    reason: 'what is percent-encoded in a URL stays so (behaviour, URL and Params)',
    requests: ['encode-url-preencoded'],
  }),
  ...['field content-type', 'body'].flatMap(kind =>
    each(`${hoppscotch}/coll-v1-req-v0.json`, kind, {
      reason: 'an empty text is no body; the command line of Hoppscotch sends it as `""`',
      requests: ['coll-v1/req-v0', 'coll-v1/coll-v1-child/req-v0-II'],
    }),
  ),
  ...each(`${hoppscotch}/content-type-header-scenarios.json`, 'body', {
    reason: 'the command line of Hoppscotch sends `"1.0"` in place of an XML body',
    requests: [
      'content-type-header-scenarios/content-type-header-override',
      'content-type-header-scenarios/multiple-content-type-headers',
    ],
  }),
  ...each(`${hoppscotch}/collection-level-scripts-coll.json`, 'missing', {
    reason: 'import: require is of exactly the bundled packages (behaviour, Libraries in scripts)',
    requests: ['collection-level-scripts-coll/target-folder/request-with-top-level-import'],
  }),
  ...each(`${hoppscotch}/collection-level-scripts-duplicate-import-coll.json`, 'missing', {
    reason: 'import: require is of exactly the bundled packages (behaviour, Libraries in scripts)',
    requests: ['collection-level-scripts-duplicate-import-coll/request-with-duplicate-import-binding'],
  }),
  ...each(`${hoppscotch}/fails-coll.json`, 'missing', {
    reason:
      'a script that stops sends nothing (behaviour 4.2); this one calls a function that does not exist',
    requests: ['tests/success'],
  }),
  ...each('newman/test/integration/super-sandbox-test.postman_collection.json', 'body', {
    reason: 'a random number differs at each call',
    requests: ['r2'],
  }),
  ...each('newman/test/integration/super-sandbox-test.postman_collection.json', 'target', {
    reason: 'substitution is plain text, without names inside names (behaviour, Substitution)',
    requests: ['Recursive Res'],
  }),
  ...each('newman/test/integration/super-sandbox-test.postman_collection.json', 'more', {
    reason: 'the challenge of Digest is answered (RFC 7616); Postman sends its saved answer',
    requests: ['DigestAuth'],
  }),
  ...each('newman/test/integration/whatwg-url.postman_collection.json', 'host', {
    reason: 'a host goes out as typed (behaviour, URL and Params)',
    requests: ['Encoding/IP shorthands'],
  }),
  ...each('newman/test/integration/crypto-md5.postman_collection.json', 'target', {
    reason: 'pm.globals are those of pm.environment, so a script’s value wins (behaviour 4.7)',
    requests: ['r1'],
  }),
  ...each('newman/test/integration/request-name-in-script.postman_collection.json', 'missing', {
    reason:
      'a script that stops sends nothing (behaviour 4.2); this one calls a function that does not exist',
    requests: ['r1'],
  }),
  ...each('newman/test/integration/echo-v2.postman_collection.json', 'field authorization', {
    reason: 'the realm of Digest is that of the challenge (RFC 7616); Postman sends its saved one',
    requests: ['Auth: Digest/DigestAuth Success'],
  }),
  ...each('newman/test/integration/echo-v2.postman_collection.json', 'field cookie', {
    reason: 'a cookie that the server ends is not sent again (RFC 6265)',
    requests: ['Cookies/Delete Cookies'],
  }),
  ...['nested-requests-fail-report-test.json', 'nested-requests-report-test.json'].flatMap(name =>
    each(`newman/test/fixtures/run/${name}`, 'missing', {
      reason: 'sendRequest is for pre-request scripts only (behaviour 4.8, 4.10)',
      requests: ['GET https://postman-echo.com:443/get?key2=val2'],
    }),
  ),
  ...each('mxd/postman/management_api_tests.json', 'body', {
    reason: 'pm.collectionVariables are those of pm.environment, so a script’s value wins (behaviour 4.7)',
    requests: ['Create Asset'],
  }),
  ...each('mxd/postman/management_api_tests.json', 'more', {
    reason: 'a variable that is set to undefined has this text (behaviour, Value stored as text)',
    requests: ['contractnegotiations', 'transferprocesses'].map(
      name => `GET http://localhost/bob/management/v3/${name}/undefined/state`,
    ),
  }),
  ...each('round-trip/fixtures/Oauth1.postman_collection.json', 'field authorization', {
    reason: 'the hash of the body is sent as the file asks; Postman leaves it out with PLAINTEXT',
    requests: ['type 4'],
  }),
  ...each(fspSetup, 'field cache-control', {
    reason: 'each typed header is sent (behaviour, Exactness); Postman sends one of two equal ones',
    requests: [
      'Oracle Onboarding(MojaloopHub_Setup)/Register MSISDN Oracle',
      'Oracle Onboarding(MojaloopHub_Setup)/UPDATE[to-remove] MSISDN Oracle Copy',
      'Oracle Onboarding(MojaloopHub_Setup)/Register BUSINESS Oracle',
      'Oracle Onboarding(MojaloopHub_Setup)/Register ALIAS Oracle',
    ],
  }),
  ...each(fspSetup, 'missing', {
    reason: 'sendRequest is for pre-request scripts only (behaviour 4.8, 4.10)',
    requests: ['GET http://host2.testvalue3/participants/noresponsepayeefsp/accounts'],
  }),
  ...each(`${hoppscotch}/invalid-mixed-versions-coll.json`, 'more', {
    reason: 'a collection whose requests have different versions is refused by Hoppscotch and read by Parley',
    requests: ['Invalid mixed versions collection/fold1/req'],
  }),
  ...each(`${hoppscotch}/test-junit-report-export-coll.json`, 'more', {
    reason: 'the command line of Hoppscotch refuses a host without a dot',
    requests: [
      'test-junit-report-export/request-level-errors/invalid-url',
      'test-junit-report-export/request-level-errors/test-script-reference-error',
    ],
  }),
]

function each(file, kind, { requests, ...rest }) {
  return requests.map(request => ({ file, kind, request, ...rest }))
}
