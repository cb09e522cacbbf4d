import { createInterface } from 'node:readline/promises'
import { authSessionInMemory, defaultSendSettings, noAllowedOrigins } from '@parley/engine'
import {
  type AssistantService,
  askAssistant,
  assistantInstructions,
  composeQuestion,
  questionText,
} from '@parley/engine/assistant'
import { harmlessLog } from '@parley/model'
import {
  createTransport,
  filesByPath,
  type NetworkPathChoice,
  nodeHostNames,
  nodeSources,
} from '@parley/transport'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { type Io, interrupts } from '../io/io.ts'
import { readTypedText } from '../options/read-typed-text.ts'
import { memoryBodies } from '../run/memory-bodies.ts'
import { readNetwork } from '../send/read-network.ts'
import type { ExplainOptions } from './define-explain-command.ts'
import { readAssistantService } from './read-assistant-service.ts'
import { type FailedResult, readFailures } from './read-failures.ts'

/** More failures say nothing new, and do not fit into a question. */
const mostExplained = 20

/** `parley explain`: asks the assistant about the failures of a report, and prints its answer. */
export async function explainCommand(path: string, options: ExplainOptions, io: Io): Promise<ExitCode> {
  const report = await readTypedText(path, io, {
    tooLarge: 'Run fewer requests at a time.',
    notText: 'Give it a report of parley run --reporter json.',
  })
  if (!report.ok) return io.stderr.printError(report.failure, exitCodes.badInput)
  const failures = readFailures(report.value, options.test)
  if (!failures.ok) return io.stderr.printError(failures.failure, exitCodes.badInput)
  const service = await readAssistantService(io.env)
  if (!service.ok) return io.stderr.printError(service.failure, exitCodes.badInput)
  const choosePath = await readNetwork(options, io)
  if (typeof choosePath === 'string') return io.stderr.printError(choosePath, exitCodes.badInput)
  const question = await questionOf(failures.value)
  io.stderr.printLines(
    `What is sent to ${service.value.address} (${service.value.model}):\n\n${assistantInstructions}\n\n${question}\n\n`,
  )
  const mayAsk = options.yes === true || (await isConfirmed(path, io))
  if (mayAsk === null)
    return io.stderr.printError(
      'Nobody can be asked whether to send this, so nothing was sent. Add --yes to send it.',
      exitCodes.badInput,
    )
  if (!mayAsk) return io.stderr.printError('Nothing was sent.', exitCodes.interrupted)
  return ask(service.value, question, choosePath, io)
}

async function questionOf(failures: readonly FailedResult[]): Promise<string> {
  const all: string[] = []
  for (const result of failures.slice(0, mostExplained)) {
    const parts = await composeQuestion(factsOf(result), { bodyBytes: 0, hide: text => text })
    all.push(questionText(`# ${await composedName(result)}`, parts))
  }
  const left = failures.length - all.length
  const rest = left === 0 ? [] : [`${left} more failures are left out.`]
  return ['Why did these requests of a test run fail, and how can they be corrected?', ...all, ...rest].join(
    '\n\n',
  )
}

/** A name is masked like the other texts. */
async function composedName({ name }: FailedResult): Promise<string> {
  const [part] = await composeQuestion({ requestLine: name }, { bodyBytes: 0, hide: text => text })
  return part?.text.replace(/\s+/g, ' ') ?? 'Request'
}

function factsOf({ method, url, response, failure, tests, scriptErrors }: FailedResult) {
  const results = [
    ...tests.map(
      ({ name, passed, reason }) => `${passed ? 'passed' : 'failed'}: ${name}${reason ? `: ${reason}` : ''}`,
    ),
    ...scriptErrors.map(
      ({ message, line }) => `Script error: ${message}${line === null ? '' : ` (line ${line})`}`,
    ),
  ]
  return {
    requestLine: [
      `${method} ${url}`,
      ...(failure === null ? [] : [`${failure.sentence} (${failure.code})`]),
    ].join('\n'),
    tests: results.join('\n'),
    ...(response === null
      ? {}
      : {
          responseLine: `HTTP/${response.httpVersion} ${response.statusCode} ${response.reasonPhrase}`.trim(),
          responseHeaders:
            response.mediaType === '' ? [] : [{ name: 'Content-Type', value: response.mediaType }],
        }),
  }
}

/** Returns null if nobody can be asked. */
async function isConfirmed(path: string, { stdin, stderr, env }: Io): Promise<boolean | null> {
  if (path === '-' || !stdin.stream.isTTY || !stderr.isTerminal || (env.CI ?? '') !== '') return null
  const lines = createInterface({ input: stdin.stream, output: stderr.stream })
  const noAnswer = new AbortController()
  lines.once('close', () => noAnswer.abort())
  try {
    const typed = await lines.question('Send this? [y/N] ', { signal: noAnswer.signal })
    return /^y(es)?$/i.test(typed.trim())
  } catch {
    return false
  } finally {
    lines.close()
  }
}

async function ask(
  service: AssistantService,
  question: string,
  choosePath: NetworkPathChoice | null,
  io: Io,
): Promise<ExitCode> {
  const stop = new AbortController()
  const stopListening = io.onSignals(interrupts, () => stop.abort())
  const transport = createTransport({
    bodyStore: memoryBodies().store,
    ...(choosePath === null ? {} : { choosePath }),
  })
  const ports = {
    ...nodeSources,
    transport,
    hostNames: nodeHostNames,
    files: filesByPath,
    authSession: authSessionInMemory(),
    secretHosts: noAllowedOrigins,
  }
  const host = { ports, settings: defaultSendSettings, signal: stop.signal }
  const conversation = {
    instructions: assistantInstructions,
    messages: [{ role: 'user', text: question }],
  } as const
  const answer = await askAssistant(service, conversation, host, text => io.stdout.print(harmlessLog(text)))
  stopListening()
  transport.close()
  if (answer.ok || answer.failure.text !== '') io.stdout.print('\n')
  if (answer.ok) return exitCodes.ok
  const { code, sentence, nextStep } = answer.failure.fault
  if (code === 'ASSISTANT_STOPPED') return exitCodes.interrupted
  return io.stderr.printError(
    `${sentence} (${code})\n${nextStep.replace('Settings → AI assistant', 'PARLEY_ASSISTANT_*')}`,
    exitCodes.requestFailed,
  )
}
