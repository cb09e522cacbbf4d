// Preloaded into each measured program: at its end it tells the CPU time that it used, on descriptor 3.
process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  require('node:fs').writeSync(3, String((user + system) / 1000))
})
