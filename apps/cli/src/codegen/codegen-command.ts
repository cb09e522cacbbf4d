import {
  callTargets,
  codeTargets,
  type ListedTarget,
  prepareCode,
  printCode,
  targetsFor,
} from '@parley/codegen'
import { defaultSendSettings } from '@parley/engine'
import type { HttpRequest, SendFailure } from '@parley/model'
import { nodeSources } from '@parley/transport'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Io } from '../io/io.ts'
import { describeFailure } from '../output/described-failure.ts'
import { isSavedRequest } from '../saved/is-saved-request.ts'
import type { SavedRequest } from '../saved/read-saved-request.ts'
import { refuseRequestOptions, refuseSavedOptions } from '../saved/saved-options.ts'
import { readCurl } from '../send/read-curl.ts'
import { readRequest } from '../send/read-send.ts'
import type { TypedSend } from '../send/typed-send.ts'
import { codeTargetList } from './code-target-list.ts'
import type { CodegenOptions } from './define-codegen-command.ts'
import { readCodeOptions } from './read-code-options.ts'
import { relativePathsInCode } from './relative-paths-in-code.ts'

/**
 * `parley codegen`: prints the code of a request to standard output, and notes about what the code omits to
 * standard error.
 */
export async function codegenCommand(
  words: readonly string[],
  options: CodegenOptions,
  io: Io,
): Promise<ExitCode> {
  if (options.list) {
    io.stdout.print(codeTargetList())
    return exitCodes.ok
  }
  const target = [...codeTargets, ...callTargets].find(one => one.id === options.target)
  if (target === undefined) return io.stderr.printError(missingTarget(options.target), exitCodes.badInput)
  const codeOptions = readCodeOptions(target, options.option ?? [])
  if (typeof codeOptions === 'string') return io.stderr.printError(codeOptions, exitCodes.badInput)
  const typed = await readTyped(words, options, io)
  if (typeof typed === 'string') return io.stderr.printError(typed, exitCodes.badInput)
  if (!targetsFor(typed.request).includes(target))
    return io.stderr.printError(otherTarget(target, typed.request), exitCodes.badInput)
  const choices = { includesAuth: options.auth, fillsVariables: true, fillsGaps: false }
  const prepared = await prepareCode(typed.request, typed.context, nodeSources, choices)
  if (!prepared.ok) return refuse(prepared.failure, io)
  const { request, unknownNames } = prepared.value
  for (const name of unknownNames)
    io.stderr.printNote(`no value known for {{${name}}}; the code contains the name instead.`)
  if ('item' in typed && relativePathsInCode(request).length > 0)
    io.stderr.printNote(
      `the paths of files in the code start in ${typed.planned.placeOf(typed.item).start}: run it there.`,
    )
  io.stdout.print(printCode(target, request, codeOptions))
  return exitCodes.ok
}

/** Refuses to print code with the sentence that the send would fail with (behaviour, Code of what is refused). */
function refuse(failure: SendFailure, io: Io): ExitCode {
  const { sentence, code, nextStep } = describeFailure(failure)
  return io.stderr.printError(`${sentence} (${code})\n${nextStep}`, exitCodes.badInput)
}

async function readTyped(
  words: readonly string[],
  options: CodegenOptions,
  io: Io,
): Promise<TypedSend | SavedRequest | string> {
  if (options.curl !== undefined) return readCurl(words, options, defaultSendSettings, io)
  if (await isSavedRequest(words, io)) {
    const refusal = refuseRequestOptions(options)
    if (refusal !== null) return refusal
    const { readSavedRequest } = await import('../saved/read-saved-request.ts')
    return readSavedRequest(words[0] ?? '', options, io)
  }
  return refuseSavedOptions(words, options) ?? readRequest(words, options, io)
}

function otherTarget({ id }: ListedTarget<string>, request: HttpRequest): string {
  const targets = targetsFor(request)
  const kind = targets === callTargets ? 'gRPC' : 'HTTP'
  const ids = targets.map(one => one.id)
  return `There is no ${id} code for ${kind} requests. Name one of these with --target:\n${ids.join(', ')}`
}

function missingTarget(typed: string | undefined): string {
  const missing = typed === undefined ? 'No target is given.' : `There is no target “${typed}”.`
  return `${missing} Name one with --target:\n${[...codeTargets, ...callTargets].map(one => one.id).join(', ')}`
}
