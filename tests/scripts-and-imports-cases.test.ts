import { describeCases, type ShownCases } from './shown-cases.testkit.ts'

const declared = 'packages/script/src/declared-checks.test.ts'
const notes = 'packages/script/src/script-notes.test.ts'
const skips = 'packages/script/src/skip-request.test.ts'
const mistakes = 'packages/script/src/explain/mistakes.test.ts'
const callNames = 'packages/script/src/explain/name-of-call.test.ts'
const libraries = 'packages/script/src/libraries.test.ts'
const namespaces = 'packages/script/src/namespaces.test.ts'
const headerLists = 'packages/script/src/header-lists.test.ts'
const names = 'packages/script/src/names-in-scripts.test.ts'
const webApis = 'packages/script/src/prelude/web/web-apis.test.ts'
const members = 'packages/script/src/member-walk.testkit.ts'
const runner = 'packages/script/src/runner/create-script-runner.test.ts'
const foreign = 'apps/cli/src/run/foreign-checks.test.ts'
const run = 'apps/cli/src/run/run.test.ts'
const runOrder = 'apps/cli/src/run/run-order.test.ts'
const runSecrets = 'apps/cli/src/run/run-secrets.test.ts'
const runNetwork = 'apps/cli/src/run/run-network.test.ts'
const limits = 'apps/cli/src/run/limit-notes.slow.ts'
const v3Runs = 'apps/cli/src/run/run-postman-folder.test.ts'
const saved = 'apps/cli/src/saved/send-saved.test.ts'
const inherited = 'apps/cli/src/saved/saved-inheritance.test.ts'
const nextSteps = 'apps/cli/src/output/next-step.test.ts'
const ofBruno = 'apps/cli/src/bruno-collection.test.ts'
const pageOrder = 'apps/server/src/runs/run-order.test.ts'
const certificates = 'apps/server/src/network/certificates.test.ts'
const secureProxy = 'apps/server/src/network/secure-proxy.test.ts'
const added = 'packages/workspace/src/commands/add-collection.test.ts'
const siblings = 'packages/model/src/collection/sibling-order.test.ts'
const bru = 'packages/convert/src/import/bruno/bru-request.test.ts'
const brunoJson = 'packages/convert/src/import/bruno/import-bruno-json.test.ts'
const documents = 'packages/convert/src/import/import-document.test.ts'
const methods = 'packages/convert/src/import/methods.test.ts'
const postmanAuth = 'packages/convert/src/import/postman/postman-auth.test.ts'
const postmanV3 = 'packages/convert/src/import/postman-v3/import-postman-v3.test.ts'
const insomnia = 'packages/convert/src/import/insomnia/import-insomnia.test.ts'
const insomniaProtos = 'packages/convert/src/import/insomnia/insomnia-protos.test.ts'
const hoppscotch = 'packages/convert/src/import/hoppscotch/hoppscotch-request.test.ts'
const webSockets = 'packages/convert/src/import/web-sockets.test.ts'
const exactExample = 'packages/convert/src/export/openapi/exact-example.test.ts'
const lostParts = 'packages/interchange/src/lost-parts.test.ts'
const placeholders = 'packages/interchange/src/placeholder-names.test.ts'
const graphQlContent = 'packages/engine/src/body/graphql-content.test.ts'
const graphQlOperations = 'packages/engine/src/graphql/graphql-operations.test.ts'
const proxy = 'packages/transport/src/proxy/proxy.test.ts'
const clientCertificates = 'packages/transport/src/connection/client-certificates.test.ts'
const identity = 'packages/transport/src/connection/identity-fault.test.ts'
const code = 'packages/codegen/src/method-and-content.test.ts'
const execution = 'packages/codegen/src/execution.test.ts'
const differential = 'packages/codegen/src/differential.test.ts'
const scriptPage = 'e2e/scripts.spec.ts'
const assertionPage = 'e2e/assertions.spec.ts'

const scripts = {
  'assertions and variables of Bruno and OpenCollection are evaluated in runs and in sends': [
    [foreign, 'are checked in runs, and a run fails with them'],
    [foreign, 'are checked by parley send'],
    [foreign, 'assert and vars:post-response of Bruno'],
    [foreign, 'runtime.assertions and runtime.actions of OpenCollection'],
    [saved, 'checks the assertions of a file without scripts: res.status eq %s'],
    [declared, 'run in the order of Bruno: variables, Post Response, assertions, tests'],
    [declared, 'are listed under their expression, with the positions of the ticked ones'],
  ],
  'assertions are edited in the page, with their last results and completion': [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as its file has it.
    [assertionPage, '${theme} › assertions are edited, checked and listed with the tests'],
    [assertionPage, 'the last results follow each send while the assertions are shown'],
    [assertionPage, 'expressions are suggested from the last response, and no phrase is cut off'],
  ],
  'skipRequest keeps a request from being sent everywhere, which is no failure': [
    [skips, 'skipRequest keeps a request from being sent (product decisions)'],
    [foreign, 'a request that a script skips is not sent, fails nothing, and is skipped in every report'],
    [saved, 'says that a script skipped the request, which is no failure'],
    [scriptPage, 'a script can skip its request, which is not a failure'],
  ],
  'members without effect leave a note with their line': [
    [notes, 'members without effect leave a note with their line (product decisions)'],
    [notes, '%s in pm.sendRequest'],
    [notes, 'each call of the source leaves one, in the order of the calls'],
    [notes, 'members with an effect leave none'],
    [run, 'notes on scripts are under their request, and in JSON'],
    [saved, 'prints notes on scripts, and lists them in JSON'],
  ],
  'assignments to pm.request take effect before the send': [
    [notes, 'assignments to the request before it is sent (product decisions)'],
    [notes, 'headers by %s'],
    [notes, 'pm.request.%s after the send is refused'],
    [notes, 'a withheld secret is not sent to a host that a script chose'],
  ],
  'an error names the function that was called, and its line, also in tests': [
    [callNames, '%j'],
    [callNames, 'a position without a call, and a script with a syntax error, have no name'],
    [notes, 'also in tests, where failed assertions need none'],
  ],
  'an error says what to do': [
    [mistakes, '%s: %s'],
    [mistakes, 'there are at least fifty'],
    [notes, 'errors name what was called and its line'],
  ],
  'libraries of Postman scripts are there, with require only if it is on': [
    [libraries, 'globals of libraries'],
    [libraries, 'are called in these tests, each of them'],
    [libraries, 'is called in these tests with each package'],
    [libraries, 'throws for “%s”, whatever the setting'],
    [libraries, 'checks by %s'],
    [run, 'with bundled libraries by require only if that is on'],
  ],
  'a script that waited for a response names the limit of 30 seconds': [
    [notes, 'a script that waited for a response names the limit for that'],
  ],
  'a lower-case method of an import is sent as the method that is meant': [
    [methods, '%s: the method “%s” is imported as %s'],
  ],
  'pm.request.body has the modes of Postman, and pm.request is written as JSON': [
    [namespaces, 'pm.request.body and JSON.stringify(pm.request) with %s'],
  ],
  'scripts read the names of environment, collection and request': [
    [names, 'the environment of pm'],
    [names, 'the environment of bru'],
    [names, 'the collection of bru'],
    [names, 'without an environment and a collection the names are empty'],
  ],
  'every locale is written as Node writes it': [
    [webApis, 'Intl and toLocaleString write as Node does, in each locale'],
  ],
  'a header without a value is refused by name': [
    [namespaces, 'req.setHeader refuses %s as a value'],
    [notes, 'errors name what was called and its line'],
  ],
  'the newer API of Hoppscotch is named as not supported': [[mistakes, '%s: %s']],
  'pw.env.getResolve notes values of scripts, which it does not expand': [
    [notes, 'what differs from other clients is noted'],
    [namespaces, 'env'],
  ],
  'an error of a script’s own request has its line': [[notes, 'errors name what was called and its line']],
  'after an event stream the results say that nothing was tested': [
    [runner, 'do not run after a live event stream'],
    [declared, 'a response that is a stream is not checked, and a note says so'],
    [assertionPage, 'a response that is a stream is not checked, and the results say so'],
  ],
  'an AWS signature in the query is imported as such': [
    [postmanAuth, 'an AWS signature with addAuthDataToQuery %j is in the %s'],
  ],
  'random names of Postman that replaceIn does not know leave a note': [
    [notes, 'what differs from other clients is noted'],
  ],
  'a test fails with a rejection or done(error) that comes in time': [
    [
      namespaces,
      'a promise is not awaited, but fails the test if it is rejected in time; skip lists nothing',
    ],
    [notes, 'a promise that settles in time leaves none'],
  ],
  'members of other clients work, stop the script or leave a note': [
    [members, 'of %s works, stops the script or leaves a note'],
    [headerLists, 'req.headerList'],
    [headerLists, 'lists of headers'],
    [headerLists, 'res.setBody'],
    [webApis, 'digests and HMAC equal those of the platform'],
    [names, 'path parameters are known before the send, and part of the URL after it'],
  ],
} as const satisfies ShownCases

const imports = {
  'folders and requests have one order in files, sidebar, runs, imports and exports': [
    [siblings, 'numbered apart, as by earlier releases'],
    [added, 'folders and requests are ordered among each other'],
    [runOrder, 'a run follows the one order of folders and requests (product decisions, Order)'],
    ['apps/cli/src/run/run-order.testkit.ts', 'of %s after an import'],
    [runOrder, 'of its export as %s'],
    [runOrder, 'of files that number folders and requests apart, folders first'],
    [
      pageOrder,
      'a run of the page follows the order of the sidebar, also after a move (product decisions, Order)',
    ],
  ],
  'a collection as Bruno creates it is taken by every command': [
    [ofBruno, 'a collection as Bruno creates it is taken by parley %s'],
  ],
  'a request of Insomnia without an address keeps its method and body': [
    [insomnia, 'a request of v5 without an address keeps its method and body'],
    [insomnia, 'an item of v5 with %s'],
  ],
  'OAuth 1.0 of Bruno is imported': [[bru, 'OAuth 1.0']],
  'YAML in flow style is read': [[documents, 'YAML in flow style is read as %s']],
  'all messages, settings and assertions of live requests are imported or named': [
    [bru, 'all messages and the assertions of a gRPC request are imported, and the rest is named'],
    [bru, 'blocks that a WebSocket cannot hold are named'],
    [webSockets, 'Bruno has several messages, their formats, and the interval of pings'],
    [insomniaProtos, 'the type of %s is %s'],
  ],
  'GraphQL of Insomnia keeps its digits and its operation, which is sent': [
    [insomnia, 'a GraphQL body keeps its operation and the digits of its variables'],
    [graphQlContent, 'names the operation, and inserts extensions as typed'],
    [graphQlOperations, 'the operation that runs is the named one, or the first'],
    [saved, '--operation and --variable-json choose what runs'],
  ],
  'a run that lacks a secret says where its value is and how to give it': [
    [runSecrets, 'without a value on this machine fails its request, and the message says what to do'],
  ],
  'parley send sends a saved request with all that it inherits, of each kind': [
    [saved, 'sends what parley run sends, with what it inherits, and prints the body'],
    [inherited, 'has the headers, authorization, variables and scripts that it inherits, and its tests'],
  ],
  'folders of Postman’s schema 3.0 are imported, and run in place': [
    [postmanV3, 'the folder of a collection'],
    [postmanV3, 'no HTTP request is changed, and the 21 bodies that YAML refuses are JSON'],
    [v3Runs, '%s of a Postman collection of files runs in place'],
  ],
  'Bruno’s JSON export is read as its files are': [
    [brunoJson, 'a collection as one JSON file is read as its .bru files are'],
  ],
  'a header of an archive with several values is one row for each': [
    [documents, 'a header of an HTTP archive with a list of values is one row for each'],
  ],
  'AWS signatures and texts of Hoppscotch are imported or named': [
    [hoppscotch, 'an AWS signature in %s stays there'],
    [hoppscotch, 'a text without a type is not sent, and named'],
  ],
  'each exported secret has a placeholder of its own name': [
    [placeholders, 'in %s equal secrets have one name, others have another, and none has that of a variable'],
  ],
  'a proxy is asked without the default port': [
    [proxy, 'a forwarding proxy is asked for %s without the default port'],
  ],
  'generated code sends what is sent': [
    [code, 'HEAD with content stays HEAD, and its content is there or named'],
    [code, 'POST of a form without a ticked row stays POST'],
    [code, 'POST without content has no Content-Type'],
    [code, 'a header that is not ASCII is there or named'],
    [execution, 'no text was run as a command'],
    [differential, 'the code sends the same as a send, and is refused if the send is'],
  ],
  'an HTTPS proxy with a certificate of a custom CA is trusted': [
    [secureProxy, 'is trusted for targets over %s'],
    [secureProxy, 'is trusted by Test Connection, and not without the CA'],
  ],
  'a missing client certificate is named': [
    [
      clientCertificates,
      'a server that requires a client certificate is named over $version and HTTP/$httpVersion',
    ],
  ],
  'errors of the command line are in its words': [
    [nextSteps, 'the next step after %s is one of the command line'],
    [runNetwork, '--proxy system takes the proxy of the environment'],
  ],
  'a note ends with one full stop': [
    [runSecrets, 'without a value on this machine fails its request, and the message says what to do'],
    [limits, 'a run in parallel says that the machine is its limit'],
  ],
  'an OpenAPI export keeps digits and duplicate keys of examples': [
    [exactExample, '%s is written with its digits'],
    [exactExample, 'any JSON comes out as it went in'],
  ],
  'every export names what it leaves out, by its place': [
    [lostParts, '%s: %s is written or named'],
    [lostParts, 'a collection that has nothing to lose loses nothing'],
  ],
  'a PFX file that is encrypted in an outdated way is named': [
    [identity, 'a file that is encrypted in an outdated way'],
    [certificates, 'a PFX file with its passphrase is sent'],
  ],
} as const satisfies ShownCases

describeCases('promise of scripts', scripts)
describeCases('promise of imports, exports and runs of foreign files', imports)
