import { type OutgoingContent, type OutgoingRequest, prepareOutgoing } from '@parley/codegen'
import { formatSize, type HttpRequest, harmlessText } from '@parley/model'
import { nodeSources } from '@parley/transport'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Io } from '../io/io.ts'
import { typedFiles } from '../io/typed-files.ts'
import { describeFailure } from '../output/described-failure.ts'
import type { SavedRequest } from '../saved/read-saved-request.ts'
import { noticeSentence } from '../send/notice-sentence.ts'
import type { TypedSend } from '../send/typed-send.ts'

/** Prints a request as it would go out to standard output, and sends nothing. */
export async function printDryRun(
  typed: TypedSend | SavedRequest,
  isQuiet: boolean,
  io: Io,
): Promise<ExitCode> {
  const files = 'item' in typed ? typed.planned.filesOf(typed.item) : typedFiles(io)
  const prepared = await prepareOutgoing(typed.request, typed.context, { ...nodeSources, files })
  if (!prepared.ok) {
    const { sentence, code, nextStep } = describeFailure(prepared.failure)
    return io.stderr.printError(`${sentence} (${code})\n${nextStep}`, exitCodes.badInput)
  }
  const outgoing = prepared.value
  if (!isQuiet) for (const note of notesOf(outgoing, typed.request)) io.stderr.printNote(note)
  const text = outgoingText(outgoing)
  io.stdout.print(io.stdout.isTerminal ? harmlessText(text) : text)
  return exitCodes.ok
}

function notesOf(
  { notes, notices, hasScripts, unknownNames, missingSecrets }: OutgoingRequest,
  { webSocket }: HttpRequest,
): readonly string[] {
  return [
    ...notes,
    ...notices.map(noticeSentence),
    ...unknownNames.map(name => `no value known for {{${name}}}.`),
    ...missingSecrets.map(name => `no value on this computer for the secret {{${name}}}.`),
    ...(webSocket === undefined ? [] : ['Its messages are sent once the connection is open.']),
    ...(hasScripts ? ['Its scripts did not run. They may change the request before it is sent.'] : []),
  ]
}

/** Returns the message as HTTP/1.1 writes it (RFC 9112), with line breaks of this system. */
function outgoingText(outgoing: OutgoingRequest): string {
  const { method, pathAndQuery, httpVersion, headers, content, messages } = outgoing
  const lines = [
    `${method} ${pathAndQuery} HTTP/${httpVersion}`,
    ...headers.map(({ name, value }) => `${name}: ${value}`),
    '',
  ]
  const body = content.map(shownContent).join('') + messages.join('\n')
  const end = body === '' || body.endsWith('\n') ? '' : '\n'
  return `${lines.join('\n')}\n${body}${end}`
}

function shownContent(part: OutgoingContent): string {
  if (part.kind === 'text') return part.text
  const size = formatSize(part.lengthBytes)
  if (part.kind === 'bytes') return `(${size} that are no text)`
  return part.filePath === '-' ? `(standard input, ${size})` : `(the file ${part.filePath}, ${size})`
}
