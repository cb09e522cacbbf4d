import './require-node.mjs'

const { readFileSync, writeFileSync } = await import('node:fs')
const { pathToFileURL } = await import('node:url')
const { root } = await import('./run-program.mjs')

/** Returns the text of docs/scripting.md, generated from the types that the script editor completes from. */
export function scriptingReference() {
  const types = readFileSync(`${root}/packages/script/types/scripts.d.ts`, 'utf8')
  const globals = membersOf(types.replaceAll(/^declare (?:const|function) /gm, ''), '')
  const sections = [...types.matchAll(/^interface (\w+)(?: extends (\w+))? \{\n(.*?)^\}/gms)].flatMap(
    ([, name, base, body]) => [
      `## ${name}`,
      '',
      ...(base ? [`All of [${base}](#${base.toLowerCase()}), and:`, ''] : []),
      ...list(membersOf(body, '  ')),
    ],
  )
  return `${[...introduction, '## Globals', '', ...list(globals), ...sections].join('\n').trimEnd()}\n`
}

const introduction = [
  '# Scripts',
  '',
  '<!-- Written by `npm run docs:scripting` from packages/script/types/scripts.d.ts. -->',
  '',
  'Scripts run in a sandbox: no network except `sendRequest`, no files, no access to the computer. A script may run',
  'for 5 seconds of processor time, or 30 seconds while a request is pending; time spent waiting counts, too. `await` works',
  'everywhere, and so do `URL`, `URLSearchParams`, `TextEncoder`, `TextDecoder`, `structuredClone`, `crypto.randomUUID`,',
  '`crypto.getRandomValues`, `crypto.subtle` (digests, HMAC, AES), `Buffer`, `atob`, `btoa`, timers, events,',
  '`AbortController` and `Intl` in all languages. Secret variables are withheld unless the code icon on their row allows them.',
  '',
  'The libraries `_`, `CryptoJS`, `moment`, `cheerio`, `xml2Json`, `tv4` and `uuid` are globals. `require` returns bundled',
  'packages if Settings → Editor → Bundled libraries by require is on (`--script-libraries` in runs): `lodash`, `crypto-js`,',
  '`moment`, `cheerio`, `xml2js`, `tv4`, `uuid`, `ajv`, `chai`, `csv-parse/sync`, `atob`, `btoa`, and parts of Node’s `url`,',
  '`querystring`, `buffer`, `util`, `events`, `path`, `assert` and `crypto`.',
  '',
  'The assertions and variables of a request need no script: an expression such as `res.body.items.length` or',
  '`res("items[0].id")` can use `res`, `req`, `bru` and the names of variables. After the response the order is',
  'variables, Post Response scripts, assertions, tests. A variable is set for the session.',
  '',
  'A member that exists only for other clients’ scripts and has no effect leaves a note, with its line, in the notices of the',
  'send and in the reports of a run. So does a difference in behaviour: Postman’s random names, a promise that is not waited for.',
  '[scripting-members.md](scripting-members.md) lists what happens with each member that other clients declare.',
  '',
]

/** Returns signatures with the sentence before each. */
function membersOf(text, indent) {
  const pattern = new RegExp(`^${indent}/\\*\\* (.+?) \\*/\\n${indent}(\\S.*)$`, 'gm')
  return [...text.matchAll(pattern)].map(([, sentence, signature]) => ({ sentence, signature }))
}

function list(members) {
  return [...members.map(({ sentence, signature }) => `- \`${signature}\`: ${sentence}`), '']
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(`${root}/docs/scripting.md`, scriptingReference())
