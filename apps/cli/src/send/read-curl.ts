import { describeCurlFault, describeCurlNote, importCurl } from '@parley/convert'
import type { EffectiveSettings } from '@parley/engine'
import { ok } from '@parley/model'
import type { Io } from '../io/io.ts'
import type { RequestOptions } from '../options/add-request-options.ts'
import { readTypedText } from '../options/read-typed-text.ts'
import { readVariables } from '../options/read-variables.ts'
import { contextOf, type TypedSend } from './typed-send.ts'

/** Reads the request of `--curl`. Returns a sentence if it is invalid. */
export async function readCurl(
  words: readonly string[],
  options: RequestOptions & { readonly curl?: string },
  settings: EffectiveSettings,
  io: Io,
): Promise<TypedSend | string> {
  const { curl = '', method, header, bearer, user, digest, data, dataRaw, json, form, file } = options
  const others = [...words, method, header, bearer, user, digest, data, dataRaw, json, form, file]
  if (others.some(one => one !== undefined))
    return 'Give either a URL with its options or --curl, whose command describes the whole request.'
  const variables = readVariables(options.var ?? [])
  if (typeof variables === 'string') return variables
  const text = await readCommand(curl, io)
  if (!text.ok) return text.failure
  const { requests, notes, faults, outputs } = importCurl(text.value)
  const [fault] = faults
  if (fault?.code === 'MISSING_VALUE' && /^(?:-h|--help)$/.test(fault.subject))
    return 'The command only asks cURL for help. parley send --help lists the options here.'
  if (fault !== undefined)
    return `Line ${fault.position.line}, column ${fault.position.column}: ${describeCurlFault(fault)}`
  const [request] = requests
  if (request === undefined || requests.length > 1)
    return `The command makes ${requests.length} requests; give one at a time.`
  for (const one of notes)
    io.stderr.printNote(describeCurlNote(one, () => 'Give it to parley send or parley run.'))
  for (const { name } of outputs.filter(one => !(one.name in sameOutputs) && !withoutNote.has(one.name)))
    io.stderr.printNote(`--${name} of the command has no effect here.`)
  const output = Object.assign({}, ...outputs.map(({ name, value }) => sameOutputs[name]?.(value)))
  return { request, context: contextOf(variables, settings), output }
}

/** What options of cURL mean for `parley send`, by their long names. */
const sameOutputs: Readonly<Record<string, (value: string) => TypedSend['output']>> = {
  fail: () => ({ fail: true }),
  'fail-with-body': () => ({ fail: true }),
  include: () => ({ include: true }),
  'show-headers': () => ({ include: true }),
  output: value => ({ output: value }),
  'out-null': () => ({ output: '/dev/null' }),
  silent: () => ({ quiet: true }),
  'remote-name': () => ({ remoteName: true }),
  'remote-header-name': () => ({ remoteHeaderName: true }),
}

/** Options of cURL that change nothing of what is kept. */
const withoutNote: ReadonlySet<string> = new Set([
  ...[
    'buffer',
    'keepalive',
    'parallel',
    'progress-bar',
    'progress-meter',
    'raw',
    'show-error',
    'styled-output',
  ],
  ...['clobber', 'fail-early', 'tcp-fastopen', 'tcp-nodelay', 'verbose'],
])

async function readCommand(typed: string, io: Io) {
  return typed.startsWith('@') ? readTypedText(typed.slice(1), io) : ok(typed)
}
