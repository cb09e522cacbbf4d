import { version } from './version.ts'

/** The command line. What a command needs is loaded when it is asked for, and for `--version` nothing is. */
const [first] = process.argv.slice(2)
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
// Lists of HTTP/2 fields work from 24.2 on; an older Node would fail later and say less.
if (major < 24 || (major === 24 && minor < 2)) {
  process.stderr.write(
    `Parley needs Node 24.2 or newer and this is ${process.versions.node}. Install a newer Node and run this again.\n`,
  )
  process.exitCode = 3
} else if (first === '--version' || first === '-V') {
  process.stdout.write(`${version}\n`)
} else {
  const { keepCompiledCode } = await import('./keep-compiled-code.ts')
  keepCompiledCode()
  process.on('uncaughtException', error => {
    // A fault is rare, and what tells of it is read then.
    void import('./output/tell-of-fault.ts').then(({ tellOfFault }) => tellOfFault(error))
  })
  const { runCommandLine } = await import('./run-command-line.ts')
  process.exitCode = await runCommandLine(process.argv.slice(2))
}
