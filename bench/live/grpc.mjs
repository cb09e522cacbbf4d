import '../../scripts/require-node.mjs'

const { randomInt, randomUUID } = await import('node:crypto')
const { mkdtempSync, rmSync } = await import('node:fs')
const { tmpdir } = await import('node:os')
const { join } = await import('node:path')
const { openFileBodyStore } = await import('@parley/appdata')
const { defaultSendSettings, reflectedDefinitionsInMemory, withoutScripts } = await import('@parley/engine')
const { sendGrpc } = await import('@parley/engine/grpc')
const { grpcCallOf, newGrpcRequest, ok } = await import('@parley/model')
const { startGrpcServer } = await import('@parley/testkit/grpc')
const { createConnectClient, createGrpcJsClient } = await import('@parley/testkit/grpc-clients')
const { createTransport, filesByPath, nodeHostNames } = await import('@parley/transport')
const { median, timeOf } = await import('./parley.mjs')

/**
 * Measures gRPC calls in turns of one run, over kept connections to one server of `@grpc/grpc-js`: unary calls one after
 * another, compared with its client; a stream of 20,000 messages, compared with `@connectrpc/connect-node`. Parley asks for
 * the definition by reflection, and stores the messages as JSON in files. `node bench/live/grpc.mjs [ROUNDS]`.
 */
const rounds = Number(process.argv[2] ?? 21)
const limits = { unary: 1.5, stream: 1 }
const calls = 300
const messages = 20_000

const server = await startGrpcServer()
const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
const bodies = await openFileBodyStore(folder)
const transport = createTransport({ bodyStore: bodies })
const ports = {
  transport,
  scripts: withoutScripts,
  history: { record: async () => {} },
  clock: { now: Date.now, monotonic: () => performance.now() },
  random: { uuid: randomUUID, integer: limit => randomInt(limit) },
  hostNames: nodeHostNames,
  files: filesByPath,
  reflectedDefinitions: reflectedDefinitionsInMemory(Date.now),
}
const context = {
  ancestors: [],
  environment: null,
  workspaceVariables: [],
  globalVariables: [],
  liveScopes: [],
  defaultSettings: defaultSendSettings,
}
const saved = newGrpcRequest({ url: server.address })
const call = sendGrpc({ read: async () => ok(null) })
const grpcClient = createGrpcJsClient(server)
const connectClient = await createConnectClient(server)
/** The responses of the round, which are deleted after it. */
const handles = []
let isWithin = true

try {
  await compare(`${calls} unary calls`, limits.unary, {
    'grpc-js': async () => {
      for (let at = 0; at < calls; at += 1) await grpcClient.get(at)
    },
    Parley: async () => {
      for (let at = 0; at < calls; at += 1) await send('shop.Books/Get', `{"id": ${at}}`, 1)
    },
  })
  await compare(`${messages} streamed messages`, limits.stream, {
    'connect-node': async () => {
      const count = await connectClient.countOf(messages)
      if (count !== messages) throw new Error(`connect-node received ${count}`)
    },
    Parley: () => send('shop.Books/List', `{"count": ${messages}}`, messages),
  })
} finally {
  grpcClient.close()
  transport.close()
  bodies.clear()
  rmSync(folder, { recursive: true })
  await server.close()
}
process.exit(isWithin ? 0 : 1)

/** Compares neighbouring turns, so that a machine that is busy for a while slows both. */
async function compare(title, limit, tasks) {
  const turns = []
  for (let round = 0; round <= rounds; round += 1) {
    const ms = []
    for (const act of Object.values(tasks)) {
      ms.push(await timeOf(act))
      for (const handle of handles.splice(0)) await bodies.release(handle)
    }
    // The first round is a warm-up.
    if (round > 0) turns.push(ms)
  }
  const [peerMs, parleyMs] = [0, 1].map(at => median(turns.map(ms => ms[at])))
  const ratio = median(turns.map(([peer, parley]) => parley / peer))
  isWithin &&= ratio <= limit
  process.stdout.write(
    `${title}: ${Object.keys(tasks)[0]} ${peerMs.toFixed(0)} ms, Parley ${parleyMs.toFixed(0)} ms, ${ratio.toFixed(2)} × (at most ${limit})\n`,
  )
}

async function send(method, text, expected) {
  const request = { ...saved, method, messages: [{ title: '', selected: true, text }] }
  const outcome = await call({
    request: grpcCallOf(request),
    context,
    ports,
    signal: new AbortController().signal,
  })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure.failure))
  const { grpc, content } = outcome.value.exchange.response
  if (grpc.code !== 0 || grpc.messageCount !== expected) throw new Error(JSON.stringify(grpc))
  handles.push(content.handle)
}
