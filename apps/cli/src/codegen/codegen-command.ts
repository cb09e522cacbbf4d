import {
  callTargets,
  codeTargets,
  type ListedTarget,
  prepareCode,
  printCode,
  targetsFor,
} from '@parley/codegen'
import type { HttpRequest, SendFailure } from '@parley/model'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { codePorts } from '../options/dynamic-sources.ts'
import { describeFailure } from '../output/described-failure.ts'
import { printText } from '../output/print-text.ts'
import { printError, printNote } from '../output/standard-error.ts'
import { isSavedRequest } from '../saved/is-saved-request.ts'
import { refuseRequestOptions, refuseSavedOptions } from '../saved/saved-options.ts'
import { readCurl } from '../send/read-curl.ts'
import { readRequest } from '../send/read-send.ts'
import type { TypedSend } from '../send/typed-send.ts'
import { codeTargetList } from './code-target-list.ts'
import type { CodegenOptions } from './define-codegen-command.ts'
import { readCodeOptions } from './read-code-options.ts'

/**
 * `parley codegen`: prints the code of a request to standard output, and notes about what the code omits to
 * standard error.
 */
export async function codegenCommand(words: readonly string[], options: CodegenOptions): Promise<ExitCode> {
  if (options.list) {
    printText(codeTargetList())
    return exitCodes.ok
  }
  const target = [...codeTargets, ...callTargets].find(one => one.id === options.target)
  if (target === undefined) return printError(missingTarget(options.target), exitCodes.badInput)
  const codeOptions = readCodeOptions(target, options.option ?? [])
  if (typeof codeOptions === 'string') return printError(codeOptions, exitCodes.badInput)
  const typed = await readTyped(words, options)
  if (typeof typed === 'string') return printError(typed, exitCodes.badInput)
  if (!targetsFor(typed.request).includes(target))
    return printError(otherTarget(target, typed.request), exitCodes.badInput)
  const choices = { includesAuth: options.auth, fillsVariables: true, fillsGaps: false }
  const prepared = await prepareCode(typed.request, typed.context, codePorts, choices)
  if (!prepared.ok) return refuse(prepared.failure)
  const { request, unknownNames } = prepared.value
  for (const name of unknownNames)
    printNote(`no value known for {{${name}}}; the code contains the name instead.`)
  printText(printCode(target, request, codeOptions))
  return exitCodes.ok
}

/** Refuses to print code with the sentence that the send would fail with (product decisions). */
function refuse(failure: SendFailure): ExitCode {
  const { sentence, code, nextStep } = describeFailure(failure)
  return printError(`${sentence} (${code})\n${nextStep}`, exitCodes.badInput)
}

async function readTyped(words: readonly string[], options: CodegenOptions): Promise<TypedSend | string> {
  if (options.curl !== undefined) return readCurl(words, options)
  if (await isSavedRequest(words)) {
    const refusal = refuseRequestOptions(options)
    if (refusal !== null) return refusal
    const { readSavedRequest } = await import('../saved/read-saved-request.ts')
    return readSavedRequest(words[0] ?? '', options)
  }
  return refuseSavedOptions(words, options) ?? readRequest(words, options)
}

function otherTarget({ id }: ListedTarget<string>, request: HttpRequest): string {
  const kind = request.grpc === undefined ? 'HTTP' : 'gRPC'
  const ids = targetsFor(request).map(one => one.id)
  return `There is no ${id} code for ${kind} requests. Name one of these with --target:\n${ids.join(', ')}`
}

function missingTarget(typed: string | undefined): string {
  const missing = typed === undefined ? 'No target is given.' : `There is no target “${typed}”.`
  return `${missing} Name one with --target:\n${[...codeTargets, ...callTargets].map(one => one.id).join(', ')}`
}
