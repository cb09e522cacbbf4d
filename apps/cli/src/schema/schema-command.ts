import { introspectionToSdl } from '@parley/convert'
import {
  describeSchemaFailure,
  type FetchedSchema,
  fetchSchema,
  type SchemaFailure,
  withoutScripts,
} from '@parley/engine'
import { errorCodeOf, nodeFiles, writeFileAtomically } from '@parley/files'
import type { Result } from '@parley/model'
import type { NetworkPathChoice } from '@parley/transport'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { describeFailure } from '../output/described-failure.ts'
import { nextStepInRun } from '../output/next-step.ts'
import { printText } from '../output/print-text.ts'
import { printError } from '../output/standard-error.ts'
import { createRunHost } from '../run/run-host.ts'
import { readSavedRequest, type SavedRequest } from '../saved/read-saved-request.ts'
import { readNetwork } from '../send/read-network.ts'
import type { SchemaOptions } from './define-schema-command.ts'

/** `parley schema`: prints the schema of the server of a saved request, or writes it to a file. */
export async function schemaCommand(path: string, options: SchemaOptions): Promise<ExitCode> {
  const saved = await readSavedRequest(path, options)
  if (typeof saved === 'string') return printError(saved, exitCodes.badInput)
  if (saved.request.grpc !== undefined)
    return printError('A gRPC server has no GraphQL schema. See parley grpc describe.', exitCodes.badInput)
  const choosePath = await readNetwork(options)
  if (typeof choosePath === 'string') return printError(choosePath, exitCodes.badInput)
  const { output = '-', force = false } = options
  if (output !== '-' && !force && (await nodeFiles.info(output).catch(() => null)) !== null)
    return printError(
      `The file ${output} exists. Nothing was sent. Add --force to overwrite it.`,
      exitCodes.badInput,
    )
  const cancel = new AbortController()
  const stop = () => cancel.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  const fetched = await fetchWith(saved, options, choosePath, cancel.signal)
  process.off('SIGINT', stop).off('SIGTERM', stop)
  if (!fetched.ok) return reportFailure(fetched.failure)
  const text = schemaText(new TextDecoder().decode(fetched.value.content), options)
  if (!text.ok)
    return printError(
      `The response is not a schema: ${text.failure} (SCHEMA_NOT_READ)\nCheck the URL, or ask the operator of the server.`,
      exitCodes.requestFailed,
    )
  return write(output, text.value)
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

function schemaText(content: string, { json, output = '' }: SchemaOptions): Result<string, string> {
  if (json || /\.json$/i.test(output)) return { ok: true, value: content }
  return introspectionToSdl(content)
}

async function write(output: string, text: string): Promise<ExitCode> {
  if (output === '-') {
    printText(text)
    return exitCodes.ok
  }
  try {
    await writeFileAtomically(nodeFiles, output, text)
    return exitCodes.ok
  } catch (error) {
    return printError(
      `The schema was not written to ${output} (${errorCodeOf(error)}).\nCheck the path and its permissions.`,
      exitCodes.requestFailed,
    )
  }
}

function reportFailure(failure: SchemaFailure): ExitCode {
  if (failure.code === 'SEND_FAILED') {
    const { kind, step } = failure.failure
    if (kind === 'cancelled') return exitCodes.interrupted
    const { sentence, code, nextStep } = describeFailure(failure.failure, nextStepInRun)
    const exit = step === 'prepare' ? exitCodes.badInput : exitCodes.requestFailed
    return printError(`${sentence} (${code})\n${nextStep}`, exit)
  }
  const { sentence, code, nextStep } = describeSchemaFailure(failure)
  return printError(`${sentence} (${code})\n${nextStep}`, exitCodes.requestFailed)
}
