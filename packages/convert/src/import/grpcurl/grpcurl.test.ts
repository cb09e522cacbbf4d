import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defaultGrpcOptions, grpcRequestOf } from '@parley/model'
import { corpus as corpusNeed, needs } from '@parley/testkit/needs'
import { describe, expect, test } from 'vitest'
import { describeCurlFault, describeCurlNote } from '../curl/describe-curl.ts'
import { importCurl } from '../curl/import-curl.ts'
import { looksLikeCurl } from '../curl/looks-like-curl.ts'
import { grpcurlFlags } from './grpcurl-flags.ts'
import { jsonDocuments } from './json-documents.ts'

/** The call of a command, and what is said about it. */
function pasted(command: string) {
  expect(looksLikeCurl(command)).toBe(true)
  const { requests, notes, filesToPick, faults } = importCurl(command)
  const [request] = requests
  const call = request === undefined ? null : grpcRequestOf(request)
  return {
    call,
    said: [...notes.map(note => describeCurlNote(note)), ...faults.map(describeCurlFault)],
    files: filesToPick.map(({ filePath, use }) => `${use}: ${filePath}`),
  }
}

const leftOut = 'cannot be part of a request and was left out.'

/** What a command becomes, and what is said about it. */
const commands: readonly (readonly [
  command: string,
  call: object | null,
  said?: readonly string[],
  files?: readonly string[],
])[] = [
  ['grpcurl -plaintext a.test:50051 shop.Books/Get', { url: 'a.test:50051', method: 'shop.Books/Get' }],
  ['grpcurl a.test:50051 shop.Books.Get', { url: 'grpcs://a.test:50051', method: 'shop.Books.Get' }],
  ['grpcurl a.test:443 shop.Books/Get', { url: 'a.test:443' }],
  ['grpcurl --plaintext=true a.test:443 shop.Books/Get', { url: 'grpc://a.test:443' }],
  ['grpcurl -plaintext=false a.test:1 shop.Books/Get', { url: 'grpcs://a.test:1' }],
  ["grpcurl -plaintext '[::1]:50051' shop.Books/Get", { url: '[::1]:50051' }],
  ['grpcurl -unix /run/a.sock shop.Books/Get', { url: 'unix:/run/a.sock' }],
  [
    `grpcurl -d '{"id": 9007199254740993}' a.test:443 shop.Books/Get`,
    { messages: [{ title: '', selected: true, text: '{"id": 9007199254740993}' }], methodType: 'unary' },
  ],
  [
    `grpcurl -d '{"a": "}"} {"a": {{b}}}' a.test:443 shop.Books/Add`,
    { messages: [{ text: '{"a": "}"}' }, { text: '{"a": {{b}}}' }], methodType: 'clientStreaming' },
  ],
  ['grpcurl -d @ a.test:443 shop.Books/Get <<EOM\n{"id": 1}\nEOM', { messages: [{ text: '{"id": 1}' }] }],
  [`echo '{"id": 1}' | grpcurl -d @ a.test:443 shop.Books/Get`, { messages: [{ text: '{"id": 1}' }] }],
  [
    'cat a.json | grpcurl -d @ a.test:443 shop.Books/Get',
    { messages: [] },
    ['a.json is part of a text; insert its content by hand.'],
  ],
  [
    'grpcurl -d @ a.test:443 shop.Books/Get',
    { messages: [] },
    ['-d @ reads the messages from standard input, which is not available here: type them.'],
  ],
  [
    "grpcurl -H a:1 -H 'b:  2:3 ' -rpc-header c -authority o.test -user-agent me a.test:443 shop.Books/Get",
    {
      metadata: [
        { name: 'a', value: '1' },
        { name: 'b', value: '2:3' },
        { name: 'c', value: '' },
        { name: 'Host', value: 'o.test' },
        { name: 'User-Agent', value: 'me' },
      ],
    },
  ],
  [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: It is how grpcurl writes a variable.
    "grpcurl -expand-headers -H 'a: ${TOKEN}' a.test:443 shop.Books/Get",
    { metadata: [{ name: 'a', value: '{{TOKEN}}' }] },
    ['The shell variable TOKEN became {{TOKEN}}.'],
  ],
  [
    'grpcurl -max-time 1.5 -max-msg-sz 1000 -emit-defaults a.test:443 shop.Books/Get',
    { options: { ...defaultGrpcOptions, deadlineMs: 1500, maxMessageBytes: 1000, showsDefaults: true } },
  ],
  [
    'grpcurl -import-path ./proto -proto shop.proto a.test:443 shop.Books/Get',
    { protoFilePath: 'proto/shop.proto', options: { definition: 'proto' } },
    [],
    ['definition: shop.proto'],
  ],
  [
    'grpcurl -import-path proto/ -proto shop/v1/shop.proto -proto more.proto a.test:443 shop.Books/Get',
    { protoFilePath: 'proto/shop/v1/shop.proto' },
    ['-proto more.proto cannot be part of a request and was left out.', importPath('proto/')],
    ['definition: shop/v1/shop.proto', 'definition: more.proto'],
  ],
  [
    'grpcurl -import-path p -proto /o/shop.proto a.test:443 shop.Books/Get',
    { protoFilePath: '/o/shop.proto' },
    [importPath('p')],
    ['definition: /o/shop.proto'],
  ],
  [
    'grpcurl -protoset shop.binpb a.test:443 shop.Books/Get',
    { options: { definition: 'descriptorSet', descriptorSetPath: 'shop.binpb' } },
    [],
    ['definition: shop.binpb'],
  ],
  [
    'grpcurl -insecure -cert c.pem -key k.pem -reflect-header "t: secret" a.test:443 shop.Books/Get',
    { url: 'a.test:443', metadata: [] },
    [
      `-insecure ${leftOut} Set it in Settings → Certificates → Disable SSL Verification.`,
      `-cert c.pem ${leftOut} Set it in Settings → Certificates.`,
      `-key k.pem ${leftOut} Set it in Settings → Certificates.`,
      `-reflect-header … ${leftOut}`,
    ],
    ['certificate: c.pem', 'certificate: k.pem'],
  ],
  ['grpcurl -format text a.test:443 shop.Books/Get', {}, [`-format text ${leftOut}`]],
  ['grpcurl --bogus a.test:443 shop.Books/Get', {}, ['-bogus is not a grpcurl flag that Parley knows.']],
  [
    'grpcurl a.test:443 shop.Books/Get more',
    {},
    ['grpcurl accepts no further arguments, so more was left out.'],
  ],
  ['grpcurl a.test:443 list', { url: 'a.test:443', method: '' }, [noCall('list')]],
  ['grpcurl a.test:443 describe shop.Book', { method: '' }, [noCall('describe shop.Book')]],
  [
    'grpcurl -protoset a.binpb list',
    { url: '', options: { definition: 'descriptorSet' } },
    [noCall('list')],
    ['definition: a.binpb'],
  ],
  [
    "grpcurl ... -d '{}' shop.Books/Get | jq .",
    { url: '', method: 'shop.Books/Get' },
    [
      '... replaces something that was left out: complete the request.',
      'jq is another command and was not run.',
    ],
  ],
  [
    'grpcurl -plaintext <host and port> shop.Books/Get',
    { url: 'host and port', method: 'shop.Books/Get' },
    ['<host and port> is a placeholder for a value: replace it.'],
  ],
  ['grpcurl -plaintext', null, ['The command names no URL.']],
  ['grpcurl a.test:443 -d', null, ['-d needs a value.']],
]

function importPath(path: string): string {
  return `The import path ${path} belongs to the collection: add it there.`
}

function noCall(words: string): string {
  return `${words} calls no method: choose one under Method.`
}

test.each(commands.map(([command, ...expected]) => [command, expected] as const))(
  '%s',
  (command, expected) => {
    const [call, said = [], files = []] = expected
    const read = pasted(command)
    if (call === null) expect(read.call).toBeNull()
    else expect(read.call).toMatchObject(call)
    expect(read.said.toSorted()).toEqual([...said].toSorted())
    expect(read.files).toEqual(files)
  },
)

/** What a value of a flag is in the command of the next test; any other text has no effect on a request. */
const sampleValues: Readonly<Record<string, string>> = {
  H: 'name: sample',
  'rpc-header': 'name: sample',
  'max-time': '123',
  'max-msg-sz': '123',
  d: '@',
}

/** What a flag needs to have an effect. */
const neededBy: Readonly<Record<string, string>> = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: As above.
  'expand-headers': "-H 'a: ${B}' ",
  'use-reflection': '-proto a.proto ',
}

test.each(grpcurlFlags.map(flag => [flag.name, flag] as const))(
  '-%s is kept, or it is said',
  (name, flag) => {
    const value = sampleValues[name] ?? 'sample'
    const words = flag.takesValue ? [`-${name}`, `'${value}'`] : [`-${name}`]
    const rest = neededBy[name] ?? ''
    const without = pasted(`grpcurl ${rest}a.test:1 shop.Books/Get`)
    const read = pasted(`grpcurl ${words.join(' ')} ${rest}a.test:1 shop.Books/Get`)
    if (flag.effect === 'output') expect(read).toEqual(without)
    else expect(read).not.toEqual(without)
  },
)

test('a mixed text becomes the requests of both programs', () => {
  const { requests } = importCurl('curl http://a.test\ngrpcurl -plaintext a.test:1 shop.Books/Get\n')
  expect(requests.map(({ grpc }) => grpc?.method ?? null)).toEqual([null, 'shop.Books/Get'])
})

test.each([
  ['', ['']],
  ['{}', ['{}']],
  [' {"a": "{"}\n{}{"b": {"c": 1}} ', ['{"a": "{"}', '{}', '{"b": {"c": 1}}']],
  ['{"a": {{b}}} {}', ['{"a": {{b}}}', '{}']],
  ['{} x', ['{} x']],
  ['x {}', ['x {}']],
  ['"a" {}', ['"a" {}']],
  ['{{"a": 1}', ['{{"a": 1}']],
  ['} {', ['} {']],
])('the messages of %j are %j', (text, documents) => {
  expect(jsonDocuments(text)).toEqual(documents)
})

const corpus = fileURLToPath(new URL('../../../../../../shared/corpus/shell-live', import.meta.url))

/** The records below `### id` lines. */
function recordsOf(file: string): readonly (readonly [string, string])[] {
  const records = readFileSync(`${corpus}/${file}`, 'utf8').split(/^### /m).slice(1)
  return records.map(record => {
    const end = record.indexOf('\n')
    return [`${file} ${record.slice(0, end)}`, record.slice(end + 1)]
  })
}

describe('the commands of ../shared/corpus/shell-live', needs(existsSync(corpus), corpusNeed), () => {
  const files = existsSync(corpus) ? globSync('*/grpcurl*.txt', { cwd: corpus }).sort() : []
  test.each(files.flatMap(recordsOf))('%s', (_id, command) => {
    const { call } = pasted(command)
    const symbol = [...command.matchAll(/(?<=\s)[a-z][\w.]+\/\w+(?=\s*(?:$|\||<<))/g)].at(-1)
    const isCall = !/ (?:list|describe)(?: |\n|$)/.test(command)
    if (isCall) expect(command).toContain(call?.method)
    expect(call?.method).toBe(isCall ? (symbol?.[0] ?? call?.method) : '')
    const address = /(?<=\s['"]?)[\w.[\]:-]+:\d+/.exec(command)
    expect(call?.url.replace(/^grpcs?:\/\//, '')).toBe(address?.[0] ?? call?.url)
    // A header or a message that the command has is in the request.
    for (const [, name] of command.matchAll(/-(?:H|rpc-header) ['"]?([\w-]+):/g))
      expect(call?.metadata.map(one => one.name)).toContain(name)
    expect(call?.messages.length).toBe(/(?:^|\s)-d ['"]/.test(command) ? 1 : 0)
  })
})
