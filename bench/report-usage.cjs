// Preloaded into each measured program: at its end it tells on descriptor 3 what it used, all of it or,
// where the program says so by `globalThis.beginMeasuring()`, from then on.
let cpuAtStart = { user: 0, system: 0 }
let wallStart = null

globalThis.beginMeasuring = () => {
  cpuAtStart = process.cpuUsage()
  wallStart = performance.now()
}

process.on('exit', () => {
  const { user, system } = process.cpuUsage(cpuAtStart)
  const wallMs = wallStart === null ? null : performance.now() - wallStart
  const peakMb = process.resourceUsage().maxRSS / 1024
  require('node:fs').writeSync(3, JSON.stringify({ cpuMs: (user + system) / 1000, wallMs, peakMb }))
})
