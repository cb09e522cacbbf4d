import { introspectionToSdl } from '@parley/convert'
import {
  describeSchemaFailure,
  type FetchedSchema,
  fetchSchema,
  type SchemaFailure,
  withoutScripts,
} from '@parley/engine'
import { errorCodeOf, nodeFiles } from '@parley/files'
import { descriptorOf, type Result } from '@parley/model'
import type { NetworkPathChoice } from '@parley/transport'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { type Io, interrupts } from '../io/io.ts'
import { typedPath } from '../io/typed-path.ts'
import { describeFailure } from '../output/described-failure.ts'
import { nextStepInRun } from '../output/next-step.ts'
import { isWrittenInPlace, writeOutputFile } from '../output/written-in-place.ts'
import { createRunHost } from '../run/run-host.ts'
import { readSavedRequest, type SavedRequest } from '../saved/read-saved-request.ts'
import { readNetwork } from '../send/read-network.ts'
import type { SchemaOptions } from './define-schema-command.ts'

/** `parley schema`: prints the schema of the server of a saved request, or writes it to a file. */
export async function schemaCommand(path: string, options: SchemaOptions, io: Io): Promise<ExitCode> {
  const saved = await readSavedRequest(path, options, io)
  if (typeof saved === 'string') return io.stderr.printError(saved, exitCodes.badInput)
  if (descriptorOf(saved.request).callsMethods)
    return io.stderr.printError(
      'A gRPC server has no GraphQL schema. See parley grpc describe.',
      exitCodes.badInput,
    )
  const choosePath = await readNetwork(options, io)
  if (typeof choosePath === 'string') return io.stderr.printError(choosePath, exitCodes.badInput)
  const { output = '-', force = false } = options
  if (output !== '-' && !force && (await holdsFile(typedPath(io, output))))
    return io.stderr.printError(
      `The file ${output} exists. Nothing was sent. Add --force to overwrite it.`,
      exitCodes.badInput,
    )
  const cancel = new AbortController()
  const stop = () => cancel.abort()
  const stopListening = io.onSignals(interrupts, stop)
  const fetched = await fetchWith(saved, options, choosePath, cancel.signal)
  stopListening()
  if (!fetched.ok) return reportFailure(fetched.failure, io)
  const text = schemaText(new TextDecoder().decode(fetched.value.content), options)
  if (!text.ok)
    return io.stderr.printError(
      `The response is not a schema: ${text.failure} (SCHEMA_NOT_READ)\nCheck the URL, or ask the operator of the server.`,
      exitCodes.requestFailed,
    )
  return write(output, text.value, io)
}

async function fetchWith(
  { request, context, item, planned }: SavedRequest,
  { withScripts = false, allowHost = [] }: SchemaOptions,
  choosePath: NetworkPathChoice | null,
  signal: AbortSignal,
): Promise<Result<FetchedSchema, SchemaFailure>> {
  const run = { filesOf: planned.filesOf, items: withScripts ? [item] : [] }
  const host = await createRunHost(run, { choosePath, allowedHosts: allowHost })
  const scripts = withScripts
    ? host.newSession().scriptsFor({
        requestId: item.id,
        iteration: { index: 0, count: 1 },
        order: 'none',
        onOrder: () => {},
        onSessionChanges: () => {},
      })
    : withoutScripts
  const ports = { ...host.ports, ...host.portsOf(item), scripts, history: { record: async () => {} } }
  try {
    return await fetchSchema(request, context, ports, signal)
  } finally {
    await host.close()
  }
}

function schemaText(content: string, { jsonOutput, output = '' }: SchemaOptions): Result<string, string> {
  if (jsonOutput || /\.json$/i.test(output)) return { ok: true, value: content }
  return introspectionToSdl(content)
}

/** Whether there is something at a path that would be replaced. */
async function holdsFile(path: string): Promise<boolean> {
  const isThere = (await nodeFiles.info(path).catch(() => null)) !== null
  return isThere && !(await isWrittenInPlace(path))
}

async function write(output: string, text: string, io: Io): Promise<ExitCode> {
  if (output === '-') {
    io.stdout.print(text)
    return exitCodes.ok
  }
  try {
    await writeOutputFile(typedPath(io, output), text, true)
    return exitCodes.ok
  } catch (error) {
    return io.stderr.printError(
      `The schema was not written to ${output} (${errorCodeOf(error)}).\nCheck the path and its permissions.`,
      exitCodes.requestFailed,
    )
  }
}

function reportFailure(failure: SchemaFailure, io: Io): ExitCode {
  if (failure.code === 'SEND_FAILED') {
    const { kind, step } = failure.failure
    if (kind === 'cancelled') return exitCodes.interrupted
    const { sentence, code, nextStep } = describeFailure(failure.failure, nextStepInRun)
    const exit = step === 'prepare' ? exitCodes.badInput : exitCodes.requestFailed
    return io.stderr.printError(`${sentence} (${code})\n${nextStep}`, exit)
  }
  const { sentence, code, nextStep } = describeSchemaFailure(failure)
  return io.stderr.printError(`${sentence} (${code})\n${nextStep}`, exitCodes.requestFailed)
}
