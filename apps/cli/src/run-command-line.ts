import { Command, CommanderError } from 'commander'
import { defineCodegenCommand } from './codegen/define-codegen-command.ts'
import { defineCompletionCommand } from './completion/define-completion-command.ts'
import { defineDesktopCommand } from './desktop/define-desktop-command.ts'
import { exitCodes } from './exit-codes.ts'
import { defineExplainCommand } from './explain/define-explain-command.ts'
import { defineExportCommand } from './export/define-export-command.ts'
import { defineGrpcCommand } from './grpc/define-grpc-command.ts'
import { withHelpAsAsked } from './help/everyday-help.ts'
import { defineImportCommand } from './import/define-import-command.ts'
import type { Io } from './io/io.ts'
import type { Environment, OutputStream } from './io/streams.ts'
import { terminalWidth } from './io/terminal-width.ts'
import { defineLoadCommand } from './load/define-load-command.ts'
import { defineMcpCommand } from './mcp/define-mcp-command.ts'
import { withCurlCommand } from './options/curl-words.ts'
import { defineReportCommand } from './report/define-report-command.ts'
import { defineRunCommand } from './run/define-run-command.ts'
import { defineSchemaCommand } from './schema/define-schema-command.ts'
import { defineSendCommand } from './send/define-send-command.ts'
import { defineServeCommand } from './serve/define-serve-command.ts'
import { version } from './version.ts'

/** Parses the arguments, runs the command they name, and resolves to the exit code. */
export async function runCommandLine(args: readonly string[], io: Io): Promise<number> {
  if (args.length === 0) {
    const { firstSteps } = await import('./help/first-steps.ts')
    io.stdout.print(firstSteps)
    return exitCodes.ok
  }
  const { program, exitCode } = defineCommandLine(io)
  try {
    await program.parseAsync([...withHelpAsAsked(program, withCurlCommand(program, args))], { from: 'user' })
    return exitCode()
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return error.exitCode === 0 ? exitCodes.ok : exitCodes.badInput
  }
}

/** Defines all commands. `exitCode` returns that of the command that ran. */
export function defineCommandLine(io: Io): { readonly program: Command; exitCode(): number } {
  let code: number = exitCodes.ok
  const program = newProgram(io)
  defineSendCommand(program, async (words, options) => {
    const { sendCommand } = await import('./send/send-command.ts')
    code = await sendCommand(words, options, io)
  })
  defineCodegenCommand(program, async (words, options) => {
    const { codegenCommand } = await import('./codegen/codegen-command.ts')
    code = await codegenCommand(words, options, io)
  })
  defineSchemaCommand(program, async (path, options) => {
    const { schemaCommand } = await import('./schema/schema-command.ts')
    code = await schemaCommand(path, options, io)
  })
  defineGrpcCommand(program, async (words, options) => {
    const { grpcCommand } = await import('./grpc/grpc-command.ts')
    code = await grpcCommand(words, options, io)
  })
  defineImportCommand(program, async (source, options) => {
    const { importCommand } = await import('./import/import-command.ts')
    code = await importCommand(source, options, io)
  })
  defineExportCommand(program, async (folder, options) => {
    const { exportCommand } = await import('./export/export-command.ts')
    code = await exportCommand(folder, options, io)
  })
  defineRunCommand(program, async (paths, options) => {
    const { runCommand } = await import('./run/run-command.ts')
    code = await runCommand(paths, options, io)
  })
  defineReportCommand(program, async (reports, options) => {
    const { reportCommand } = await import('./report/report-command.ts')
    code = await reportCommand(reports, options, io)
  })
  defineLoadCommand(program, async (paths, options) => {
    const { loadCommand } = await import('./load/load-command.ts')
    code = await loadCommand(paths, options, io)
  })
  defineExplainCommand(program, async (report, options) => {
    const { explainCommand } = await import('./explain/explain-command.ts')
    code = await explainCommand(report, options, io)
  })
  defineAppCommands(program, io, ended => {
    code = ended
  })
  defineCompletionCommand(program, async shell => {
    const { completionCommand } = await import('./completion/completion-command.ts')
    code = completionCommand(shell, program, io)
  })
  return { program, exitCode: () => code }
}

/** Defines what starts the app, or serves agents. */
function defineAppCommands(program: Command, io: Io, end: (code: number) => void): void {
  defineServeCommand(program, async (workspace, options) => {
    const { serveCommand } = await import('./serve/serve-command.ts')
    end(await serveCommand(workspace, options, io))
  })
  defineDesktopCommand(program, async (target, options) => {
    const { desktopCommand } = await import('./desktop/desktop-command.ts')
    end(await desktopCommand(target, options, io))
  })
  defineMcpCommand(program, async (workspaces, options) => {
    const { mcpCommand } = await import('./mcp/mcp-command.ts')
    end(await mcpCommand(workspaces, options, io))
  })
}

function newProgram(io: Io): Command {
  return new Command('parley')
    .description(
      'Parley is an API client: send requests, run collections with their tests, generate code, import and export collections, or start the app.',
    )
    .version(version, '-V, --version')
    .exitOverride()
    .configureOutput({
      writeOut: text => io.stdout.print(text),
      writeErr: text => io.stderr.printLines(text),
      getOutHelpWidth: () => helpWidth(io.stdout.stream, io.env),
      getErrHelpWidth: () => helpWidth(io.stderr.stream, io.env),
    })
    .configureHelp({ showGlobalOptions: true, minWidthToWrap: 20 })
    .showHelpAfterError(
      'Send a request with parley send URL, or run a collection with parley run PATH. Run parley --help to see all commands.',
    )
    .addHelpText('after', exitCodeHelp)
}

function helpWidth(stream: OutputStream, env: Environment): number {
  return terminalWidth(stream.isTTY ? stream : {}, env)
}

const exitCodeHelp = `
Exit codes:
  0    a response arrived, with any status; for a run: everything passed
  1    a test or script of a saved request failed, or a bug in Parley
  2    the request failed: no connection, no complete response, or it could not be saved
  3    an argument is invalid; nothing was sent
  130  interrupted with Ctrl+C

Examples:
  parley send http://localhost:3000/books
  parley run . --env Staging --reporter junit=report.xml
  parley codegen --target python http://localhost:3000/books
  parley serve ~/apis
  parley desktop ~/apis
  parley mcp ~/apis --env Staging
  parley completion bash > ~/.local/share/bash-completion/completions/parley`
