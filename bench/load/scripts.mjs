import '../../scripts/require-node.mjs'

const { newHttpRequest } = await import('@parley/model')
const { codeTargets, printCode } = await import('../../packages/codegen/src/index.ts')
const { loadEngines, loadFolder } = await import('../../packages/codegen/src/load/index.ts')
const { itemOf, oneRound, planOf } = await import('../../packages/codegen/src/load/load-plan.testkit.ts')
const { preparedStandalone } = await import('../../packages/codegen/src/prepare-code.testkit.ts')
const { median } = await import('../measure.mjs')

/** Compares the processor time of writing a load test with that of Generate Code for the same requests. */
const most = 2
const count = 1000
const rounds = 9

const requests = Array.from({ length: count }, (_, at) =>
  newHttpRequest({
    name: `Request ${at}`,
    method: at % 3 === 0 ? 'POST' : 'GET',
    url: `http://127.0.0.1:8080/books/${at}?page=${at % 7}&sort=title`,
    headers: [{ name: 'Accept', value: 'application/json', isEnabled: true, description: null }],
    auth: { type: 'bearer', token: `token-${at}`, prefix: 'Bearer' },
  }),
)
const target = codeTargets.find(({ id }) => id === 'python')
const items = requests.map(request => itemOf(request))
const ways = {
  'Generate Code': async () => {
    for (const request of requests) {
      const { request: prepared } = await preparedStandalone(request)
      printCode(target, prepared, {})
    }
  },
  Locust: async () => loadFolder(loadEngines.locust, await planOf(items), oneRound),
  k6: async () => loadFolder(loadEngines.k6, await planOf(items), oneRound),
}

const samples = Object.fromEntries(Object.keys(ways).map(name => [name, []]))
for (let round = 0; round <= rounds; round += 1)
  for (const [name, write] of Object.entries(ways)) {
    const before = process.cpuUsage()
    await write()
    const { user, system } = process.cpuUsage(before)
    // The first round is a warm-up.
    if (round > 0) samples[name].push((user + system) / 1000)
  }
const { 'Generate Code': code, ...engines } = Object.fromEntries(
  Object.entries(samples).map(([name, of]) => [name, median(of)]),
)
process.stdout.write(`Code of ${count} requests: ${code.toFixed(0)} ms of CPU\n`)
for (const [name, cpuMs] of Object.entries(engines))
  process.stdout.write(
    `A load test for ${name}: ${cpuMs.toFixed(0)} ms, ${(cpuMs / code).toFixed(2)} × (at most ${most})\n`,
  )
