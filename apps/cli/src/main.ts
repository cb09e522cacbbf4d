import { version } from './version.ts'

/**
 * The entry point of the command line. Each command's code is loaded only when it runs, and `--version` loads
 * none.
 */
const [first] = process.argv.slice(2)
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
// Lists of HTTP/2 fields work from Node 24.2 on; an older Node would fail later and with a less clear
// message.
if (major < 24 || (major === 24 && minor < 2)) {
  const { handOver } = await import('./hand-over.ts')
  const [, program = '', ...args] = process.argv
  const code = await handOver(program, args)
  if (code === null)
    process.stderr.write(
      `Parley needs Node 24.2 or newer, and this is ${process.versions.node}. Install a newer Node, or use the single file of Parley, which contains one.\n`,
    )
  process.exitCode = code ?? 3
} else if (first === '--version' || first === '-V') {
  process.stdout.write(`${version}\n`)
} else {
  const { cacheCompiledCode } = await import('./cache-compiled-code.ts')
  cacheCompiledCode()
  process.on('uncaughtException', error => {
    // Crashes are rare, so the code that reports them is loaded only then.
    void import('./output/report-crash.ts').then(({ endAfterCrash }) => endAfterCrash(error))
  })
  const { processIo } = await import('./io/process-io.ts')
  const { runCommandLine } = await import('./run-command-line.ts')
  process.exitCode = await runCommandLine(process.argv.slice(2), processIo())
}
