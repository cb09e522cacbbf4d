import { basicCredentials } from '@parley/engine'
import { defaultGrpcOptions } from '@parley/model'
import type { CodeAuth, CodeCall, CodeRequest } from '../code-request.ts'
import { type CodeOptionValues, type CodeTarget, multilineOption, quoteStyleOption } from '../code-target.ts'
import { commentLines, unsupportedAuth, wordNotices } from '../code-text.ts'
import { shellWord } from '../literals/shell-string.ts'

/** grpcurl in bash, for gRPC calls. */
export const grpcurlTarget: CodeTarget = {
  language: 'gRPC',
  library: 'grpcurl',
  highlight: 'shell',
  options: [multilineOption, quoteStyleOption],
  generate,
}

type Flag = readonly [name: string, value?: string]

function generate(request: CodeRequest, { quoteStyle, multiline }: CodeOptionValues): string {
  const { call } = request
  if (call === undefined) return `${commentLines(['grpcurl sends gRPC calls only.'], '#').join('\n')}\n`
  const notices = [...request.notices, ...noticesOf(request, call)]
  const flags: readonly Flag[] = [
    ...(call.usesTls ? [] : [['plaintext'] as const]),
    ...definitionFlags(call),
    ...headerFlags(request),
    ...authFlags(request.auth, notices),
    ...(call.deadlineMs === 0 ? [] : [['max-time', String(call.deadlineMs / 1000)] as const]),
    ...(call.maxMessageBytes === defaultGrpcOptions.maxMessageBytes
      ? []
      : [['max-msg-sz', String(call.maxMessageBytes)] as const]),
    ...(call.showsDefaults ? [['emit-defaults'] as const] : []),
    ...(call.messages.length === 0 ? [] : [['d', dataOf(call.messages)] as const]),
  ]
  const words = [
    ...flags.map(([name, value]) =>
      value === undefined ? `-${name}` : `-${name} ${shellWord(value, quoteStyle)}`,
    ),
    shellWord(call.address, quoteStyle),
    shellWord(call.method, quoteStyle),
  ]
  notices.push(...wordNotices(flags.map(([, value]) => value ?? '')))
  const command = ['grpcurl', ...words].join(multiline ? ' \\\n  ' : ' ')
  return `${[...commentLines(notices, '#'), command].join('\n')}\n`
}

function noticesOf({ url }: CodeRequest, call: CodeCall): readonly string[] {
  const { method, definition, isCompressed, isWeb } = call
  const path = /^(?:[^/?#:]*:\/\/)?[^/?#]*(.*)$/s.exec(url)?.[1] ?? ''
  const isBelow = path !== `/${method}`
  return [
    ...(isBelow ? ['grpcurl calls no methods below a path, so that of the URL is left out.'] : []),
    ...(isWeb ? ['grpcurl does not speak gRPC-Web: the command makes a plain gRPC call.'] : []),
    ...(isCompressed ? ['grpcurl does not compress messages.'] : []),
    ...(definition.kind === 'reflection'
      ? []
      : ['The paths of the files are relative to the folder of the collection: run the command there.']),
  ]
}

function definitionFlags({ definition }: CodeCall): readonly Flag[] {
  switch (definition.kind) {
    case 'reflection':
      return []
    case 'proto':
      return [
        ...definition.importPaths.map((path): Flag => ['import-path', path === '' ? '.' : path]),
        ...definition.fileNames.map((name): Flag => ['proto', name]),
      ]
    case 'descriptorSet':
      return [['protoset', definition.path]]
  }
}

/** Two headers have flags of their own, because grpcurl writes them itself. */
const flagsOfHeaders: Readonly<Record<string, string>> = { host: 'authority', 'user-agent': 'user-agent' }

function headerFlags({ headers }: CodeRequest): readonly Flag[] {
  return headers.map(({ name, value }): Flag => {
    const flag = flagsOfHeaders[name.toLowerCase()]
    return flag === undefined ? ['H', `${name}: ${value}`] : [flag, value]
  })
}

function authFlags(auth: CodeAuth, notices: string[]): readonly Flag[] {
  if (auth.type === 'none') return []
  if (auth.type !== 'basic') {
    notices.push(unsupportedAuth(auth.type, 'grpcurl'))
    return []
  }
  const { username, password } = auth
  if (!/\{\{/.test(username + password))
    return [['H', `Authorization: ${basicCredentials(username, password)}`]]
  notices.push(`Replace {{credentials}} with ${username}:${password} in Base64.`)
  return [['H', 'Authorization: Basic {{credentials}}']]
}

/** Messages of a stream follow each other. A lone at sign would be the standard input. */
function dataOf(messages: readonly string[]): string {
  const text = messages.join('\n')
  return text === '@' ? ' @' : text
}
