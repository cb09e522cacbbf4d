import '../scripts/require-node.mjs'

const { existsSync, mkdtempSync, rmSync } = await import('node:fs')
const { tmpdir } = await import('node:os')
const { join } = await import('node:path')
const { runNode } = await import('../scripts/run-program.mjs')
const { costOf, isIdle, saveEdit, startFollowed } = await import('./followed-server.mjs')
const { median } = await import('./measure.mjs')
const { writeWorkspace } = await import('./write-workspace.mjs')

/**
 * Measures the cost of an edit for the server in a workspace of 50,000 requests, compared with one of 1,000
 * in folders of the same size: CPU milliseconds of the whole process, with one window that follows, medians
 * of rounds that take turns. Linux only.
 */
const most = 1.5
const rounds = 9
const inFolder = 50
if (!existsSync('apps/server/dist/main.js') && (await runNode(['scripts/build.mjs'])) !== 0) process.exit(1)

const home = mkdtempSync(join(tmpdir(), 'parley-bench-'))
const servers = []
for (const count of [1000, 50_000]) {
  const folder = join(home, String(count))
  writeWorkspace(join(folder, 'workspace'), count, { inFolder })
  servers.push(await startFollowed(folder))
}
for (const { pid } of servers) await isIdle(pid)
try {
  process.stdout.write('| edit | 1,000 requests | 50,000 requests | ratio |\n| --- | --: | --: | --: |\n')
  for (const [name, edit] of Object.entries(edits())) await compare(name, edit)
} finally {
  for (const { stop } of servers) await stop()
}

rmSync(home, { recursive: true, force: true })

async function compare(name, edit) {
  const costs = servers.map(() => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, server] of servers.entries()) {
      const cost = await costOf(server, edit, round)
      // The first round is a warm-up.
      if (round > 0) costs[index].push(cost)
    }
  }
  const [small, large] = costs.map(median)
  process.stdout.write(
    `| ${name} | ${small.toFixed(1)} ms | ${large.toFixed(1)} ms | ${(large / small).toFixed(2)} (at most ${most}) |\n`,
  )
}

function edits() {
  return {
    save: saveEdit,
    rename: ({ client, leaves }, number) =>
      client.library.rename({ id: leaves[100 + number].id, name: `Renamed ${number} ${Date.now()}` }),
    create: async ({ client, leaves, folders }, number) => {
      const { request } = await client.library.readRequest({ id: leaves[0].id })
      const parentId = folders[number % folders.length].id
      await client.library.createRequest({ parentId, request: { ...request, name: `New ${number}` } })
    },
    duplicate: ({ client, leaves }, number) => client.library.duplicate({ id: leaves[200 + number].id }),
    move: ({ client, leaves, folders }, number) =>
      client.library.move({ id: leaves[300 + number].id, parentId: folders[0].id, index: 1000 }),
    delete: ({ client, leaves }, number) => client.library.remove({ id: leaves[400 + number].id }),
  }
}
