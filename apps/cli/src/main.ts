import { version } from './version.ts'

/** The command line. What a command needs is loaded when it is asked for, and for `--version` nothing is. */
const [first] = process.argv.slice(2)
if (first === '--version' || first === '-V') {
  process.stdout.write(`${version}\n`)
} else {
  const { runCommandLine } = await import('./run-command-line.ts')
  process.exitCode = await runCommandLine(process.argv.slice(2))
}
