import { randomInt, randomUUID } from 'node:crypto'
import {
  defaultSendSettings,
  type EnginePorts,
  executeRequest,
  type RequestContext,
  withoutScripts,
} from '@parley/engine'
import {
  describeSendFailure,
  type Notice,
  newHttpRequest,
  type Row,
  row,
  type SendFailure,
} from '@parley/model'
import { createTransport, nodeFiles, nodeHostNames } from '@parley/transport'
import pico from 'picocolors'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { openOutput } from './output.ts'
import { type BodyOptions, readBody } from './read-body.ts'
import { harmlessText } from './terminal-text.ts'

/** What is coloured goes to standard error, wherever standard output goes. */
const colors = pico.createColors(process.stderr.isTTY && !process.env.NO_COLOR)

export interface SendOptions extends BodyOptions {
  readonly header?: readonly string[]
  readonly output?: string
  readonly include?: boolean
}

/**
 * `parley send`: the body to standard output or a file, all else to standard error. What arrived before
 * a failure or Ctrl+C is kept.
 */
export async function sendCommand(words: readonly string[], options: SendOptions): Promise<ExitCode> {
  const request = readRequest(words, options)
  if (typeof request === 'string') return complain(request, exitCodes.badInput)
  const cancel = new AbortController()
  const stop = () => cancel.abort()
  const output = await openOutput(options.output ?? null, stop)
  if (typeof output === 'string') return complain(output, exitCodes.badInput)
  process.once('SIGINT', stop).once('SIGTERM', stop)
  let hasResponse = false
  const ports = portsFor(output.bodyStore)
  const outcome = await executeRequest(request, noContext, ports, cancel.signal, ({ response }) => {
    if (response === null) return
    hasResponse = true
    if (options.include) output.writeHead(response)
  })
  await output.close(hasResponse)
  process.off('SIGINT', stop).off('SIGTERM', stop)
  const fault = output.fault()
  if (fault !== null) return complain(fault, exitCodes.requestFailed)
  if (output.isReaderGone()) return exitCodes.ok
  if (!outcome.ok) {
    const code = reportFailure(outcome.failure.failure)
    if (hasResponse && options.output !== undefined)
      process.stderr.write(`What arrived is in ${harmlessText(options.output)}.\n`)
    return code
  }
  for (const notice of outcome.value.exchange.notices)
    process.stderr.write(`${colors.yellow('Note:')} ${noticeText(notice)}\n`)
  return exitCodes.ok
}

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])

/** The request that was typed, or a sentence that says what is wrong with it. */
function readRequest(words: readonly string[], options: SendOptions) {
  if (words.length > 2) return `send takes a method and a URL, and “${words[2]}” is one word too many.`
  const url = words.at(-1)
  if (url === undefined) return 'Give the URL to send to, such as http://localhost:3000/books.'
  if (words.length === 1 && methods.has(url)) return `The URL is missing after ${url}.`
  if (words.length === 2 && words[0]?.includes('://')) return 'Two URLs are given; send takes one.'
  const body = readBody(options)
  if (typeof body === 'string') return body
  if (words.length === 2 && words[0] === '') return 'The method is empty. Leave it out for GET.'
  const method = words.length === 2 ? (words[0] ?? '') : body.type === 'none' ? 'GET' : 'POST'
  const headers: Row[] = []
  for (const line of options.header ?? []) {
    const colon = line.indexOf(':')
    if (colon < 1) return `The header “${line}” has no name. Write it as 'Name: value'.`
    headers.push(row(line.slice(0, colon), line.slice(colon + 1).trim()))
  }
  return newHttpRequest({ method, url, headers, body })
}

function portsFor(bodyStore: Parameters<typeof createTransport>[0]['bodyStore']): EnginePorts {
  return {
    transport: createTransport({ bodyStore }),
    scripts: withoutScripts,
    history: { record: async () => {} },
    clock: { now: Date.now },
    random: { uuid: randomUUID, integer: limit => randomInt(limit) },
    hostNames: nodeHostNames,
    files: nodeFiles,
  }
}

/** A request from the command line stands in no collection. */
const noContext: RequestContext = {
  ancestors: [],
  environment: null,
  workspaceVariables: [],
  globalVariables: [],
  liveScopes: [],
  defaultSettings: defaultSendSettings,
}

function noticeText(notice: Notice): string {
  const names = notice.names.map(name => `{{${harmlessText(name)}}}`).join(', ')
  return `sent as typed, no value known for ${names}.`
}

function reportFailure(failure: SendFailure): ExitCode {
  if (failure.kind === 'cancelled') return exitCodes.interrupted
  const { sentence, nextStep } = describeSendFailure(failure)
  const isTyped = failure.step === 'prepare'
  return complain(
    `${sentence} (${failure.code})\n${nextStep}`,
    isTyped ? exitCodes.badInput : exitCodes.requestFailed,
  )
}

function complain(sentence: string, code: ExitCode): ExitCode {
  process.stderr.write(`${colors.red('parley:')} ${harmlessText(sentence)}\n`)
  return code
}
