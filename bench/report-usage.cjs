// Preloaded into each measured program and the programs that it starts: at its end each writes what it used into the
// folder that BENCH_USAGE names, all of it or, where the program says so by `globalThis.beginMeasuring()`, from
// then on. The use of a thread is in that of its process.
const { isMainThread } = require('node:worker_threads')

let cpuAtStart = { user: 0, system: 0 }
let wallStart = null

globalThis.beginMeasuring = () => {
  cpuAtStart = process.cpuUsage()
  wallStart = performance.now()
}

if (isMainThread)
  process.on('exit', () => {
    const { user, system } = process.cpuUsage(cpuAtStart)
    const wallMs = wallStart === null ? null : performance.now() - wallStart
    const peakMb = process.resourceUsage().maxRSS / 1024
    const usage = JSON.stringify({ cpuMs: (user + system) / 1000, wallMs, peakMb })
    require('node:fs').writeFileSync(`${process.env.BENCH_USAGE}/${process.pid}.json`, usage)
  })
