const { globSync, readFileSync } = await import('node:fs')
const { dirname, relative } = await import('node:path')
const { authSessionInMemory, defaultSendSettings, executeRequest, noAllowedOrigins } = await import(
  '../packages/engine/src/index.ts'
)
const { importBruno, importDocument, importFiles } = await import('../packages/convert/src/index.ts')
const { newHttpRequest, noScripts, ok } = await import('../packages/model/src/index.ts')
const { createScriptRunner, ScriptPool, SessionValues } = await import('../packages/script/src/index.ts')
const { checkScript } = await import('../packages/script/src/check/check-script.ts')

/** The response of every server: it contains most of what API scripts look for. */
const cannedBody = JSON.stringify({
  id: 1,
  token: 't0',
  access_token: 't0',
  name: 'canned',
  status: 'ok',
  data: { id: 1, items: [] },
  items: [],
})

/** Returns how the scripts of a client ended, for docs/compatibility.md. */
export async function scriptSection(corpus) {
  const pool = new ScriptPool()
  const clients = [
    ['postman', scriptsOfDocuments(`${corpus}/postman`)],
    ['bruno', scriptsOfBruno(`${corpus}/bruno`)],
    ['hoppscotch', scriptsOfDocuments(`${corpus}/hoppscotch`)],
    ['insomnia', scriptsOfDocuments(`${corpus}/insomnia`)],
  ]
  const rows = []
  for (const [client, scripts] of clients) rows.push(await clientRow(client, scripts, pool))
  await pool.close()
  return sectionText(rows)
}

function scriptsOfDocuments(folder) {
  return globSync('**/*.{json,yaml,yml}', { cwd: folder })
    .sort()
    .flatMap(file => scriptsOf(importDocument(readFileSync(`${folder}/${file}`))))
}

/** Returns the scripts of folders of `.bru` files and of OpenCollection files. */
function scriptsOfBruno(folder) {
  return globSync('**/{bruno.json,opencollection.yml}', { cwd: folder })
    .sort()
    .flatMap(mark => {
      const root = `${folder}/${dirname(mark)}`
      const files = globSync('**/*', { cwd: root, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => `${entry.parentPath}/${entry.name}`)
        .map(path => ({ path: relative(root, path), bytes: readFileSync(path) }))
      const isOpenCollection = mark.endsWith('.yml')
      if (!isOpenCollection) return scriptsOf(importBruno(files))
      const whole = importFiles(files).parts.find(part => part.sourcePath === '')
      return whole === undefined ? [] : whole.report.scripts
    })
}

function scriptsOf(result) {
  return result.ok ? result.value.report.scripts : []
}

async function clientRow(client, scripts, pool) {
  const row = { client, scripts: 0, endings: new Map(), unsupported: new Map() }
  const seen = new Set()
  for (const { phase, text } of scripts) {
    // Files contain duplicates; a script counts once for each phase.
    if (seen.has(`${phase}\n${text}`)) continue
    seen.add(`${phase}\n${text}`)
    row.scripts += 1
    const { unsupported, syntaxError } = checkScript(text)
    for (const name of new Set(unsupported.map(call => call.name))) count(row.unsupported, name)
    const error = await errorOf(phase, text, pool)
    count(row.endings, endingOf(error, { syntaxError, unsupported }))
  }
  return row
}

/**
 * Returns the first error of a script in a complete send with canned responses; null if it ran to its end.
 */
async function errorOf(phase, text, pool) {
  const bodies = new Map()
  const scripts = { ...noScripts, [phase]: text }
  const request = newHttpRequest({ method: 'GET', url: 'http://api.test/', scripts })
  const context = {
    ancestors: [],
    environment: null,
    workspaceVariables: [],
    globalVariables: [],
    liveScopes: [],
    defaultSettings: { ...defaultSendSettings, scriptsRequireLibraries: true },
  }
  const ports = portsWith(pool, bodies)
  const outcome = await executeRequest({ request, context, ports, signal: new AbortController().signal })
  if (!outcome.ok) return outcome.failure.failure.scriptError?.message ?? null
  return outcome.value.tests.scriptErrors[0]?.message ?? null
}

function portsWith(pool, bodies) {
  return {
    clock: { now: Date.now, monotonic: () => performance.now() },
    random: { uuid: () => crypto.randomUUID(), integer: () => 0 },
    hostNames: { toAscii: () => null },
    authSession: authSessionInMemory(),
    secretHosts: noAllowedOrigins,
    files: { lengthBytes: async () => ok(0) },
    history: { record: async () => {} },
    scripts: createScriptRunner({
      pool,
      session: new SessionValues(),
      bodies: {
        sizeBytes: handle => bodies.get(handle)?.byteLength ?? null,
        read: async (handle, offset, maxBytes) =>
          bodies.get(handle)?.slice(offset, offset + maxBytes) ?? null,
        release: async handle => void bodies.delete(handle),
      },
    }),
    transport: { send: async ({ message }) => ok(cannedExchange(message, bodies)) },
  }
}

function cannedExchange(message, bodies) {
  const handle = crypto.randomUUID()
  const bytes = new TextEncoder().encode(cannedBody)
  bodies.set(handle, bytes)
  const { method, headers, target } = message
  return {
    request: {
      method,
      targetUri: target.targetUri,
      httpVersion: '1.1',
      requestLine: `${method} ${target.pathAndQuery} HTTP/1.1`,
      headers,
      leftOut: [],
      headerBytes: 0,
      contentBytes: 0,
    },
    response: {
      httpVersion: '1.1',
      statusCode: 200,
      reasonPhrase: 'OK',
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      trailers: [],
      headerBytes: 0,
      interim: [],
      content: {
        handle,
        mediaType: 'application/json',
        charset: '',
        wireBytes: bytes.byteLength,
        decodedBytes: bytes.byteLength,
        isComplete: true,
      },
    },
    timings: {
      startedAt: 0,
      dnsMs: null,
      connectMs: null,
      tlsMs: null,
      waitingMs: 1,
      downloadMs: 1,
      totalMs: 2,
    },
    hops: [],
    connection: null,
    notices: [],
  }
}

const endings = {
  ran: 'ran to their end',
  data: 'stopped by data that the canned answer lacks',
  unsupported: 'stopped by a call that is not supported',
  syntax: 'no JavaScript',
  timeout: 'stopped by a limit',
  other: 'threw an error of their own',
}

function endingOf(error, { syntaxError, unsupported }) {
  if (error === null) return 'ran'
  const missing = /^ReferenceError: (\w+) is not defined/.exec(error)?.[1]
  if (unsupported.some(call => call.name === missing)) return 'unsupported'
  if (syntaxError !== null || /^SyntaxError/.test(error)) return 'syntax'
  if (/is not supported|is not available/.test(error)) return 'unsupported'
  if (/^Script timeout|took too much memory/.test(error)) return 'timeout'
  if (/^TypeError: (?:cannot read|not a function|invalid 'in' operand)/.test(error)) return 'data'
  return 'other'
}

function sectionText(rows) {
  const names = Object.keys(endings)
  const table = rows.map(
    ({ client, scripts, endings: ended }) =>
      `| ${client} | ${scripts} | ${names.map(name => ended.get(name) ?? 0).join(' | ')} |`,
  )
  const calls = rows.flatMap(({ client, unsupported }) =>
    [...unsupported]
      .sort(([, left], [, right]) => right - left)
      .map(([name, number]) => `| ${client} | \`${name}\` | ${number} |`),
  )
  return `## Scripts

Each script of these files is parsed, and run once in the sandbox within a whole send, in which every server
answers 200 with one small JSON object. A script that looks for more than this object holds ends early
for that alone.

| client | scripts | ${names.map(name => endings[name]).join(' | ')} |
| --- | --: | ${names.map(() => '--:').join(' | ')} |
${table.join('\n')}

### Calls that are not supported

Found by reading, before anything is run; an import names them with their lines.

| client | call | scripts |
| --- | --- | --: |
${calls.join('\n')}
`
}

function count(counts, name) {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}
