import { expect, test } from 'vitest'
import { describeCases, type Shown, type ShownCases, sourceOf } from './shown-cases.testkit.ts'

const hostile = 'packages/transport/src/grpc/hostile-grpc.test.ts'
const web = 'packages/transport/src/grpc/grpc-web.test.ts'
const calls = 'packages/transport/src/grpc/grpc-calls.test.ts'
const streams = 'packages/transport/src/grpc/grpc-streams.test.ts'
const ways = 'packages/transport/src/grpc/grpc-ways.testkit.ts'
const secrets = 'packages/transport/src/grpc/grpc-secrets.test.ts'
const reflected = 'packages/transport/src/grpc/reflected-definitions.test.ts'
const waysOut = 'packages/transport/src/secret-transfers.testkit.ts'
const compiling = 'packages/protobuf/src/compile/compile-files.test.ts'
const protoc = 'packages/protobuf/src/compile/protoc.test.ts'
const repair = 'packages/protobuf/src/registry/repair-files.test.ts'
const codec = 'packages/protobuf/src/codec/messages.test.ts'
const types = 'packages/protobuf/src/codec/field-types.test.ts'
const editor = 'apps/web/src/grpc/grpc-answers.test.ts'
const definitions = 'apps/server/src/schemas/definition-files.test.ts'
const sessions = 'apps/server/src/live/live-grpc.test.ts'
const library = 'apps/server/src/library/live-requests.test.ts'
const sends = 'apps/cli/src/send/send-grpc.test.ts'
const runs = 'apps/cli/src/run/run-grpc.test.ts'
const page = 'e2e/grpc.spec.ts'
const files = 'e2e/grpc-files.spec.ts'

/** What servers and definitions may do to calls (live.md 4; attacks GR1). */
const hostileCases = {
  'a frame length of 2^32 − 1': [
    [hostile, 'a frame of 2^32 − 1 bytes'],
    [web, 'a frame of 2^32 − 1 bytes'],
    [web, 'trailers of 2^32 − 1 bytes'],
  ],
  'flags other than 0 and 1': [
    [hostile, 'a flag other than 0 and 1'],
    [web, 'a flag that is none'],
  ],
  'compressed without an encoding': [
    [hostile, 'a compressed message without an encoding'],
    [hostile, 'a message compressed in an unknown way'],
    [hostile, 'a message that is no gzip'],
    [hostile, 'an answer compressed with deflate'],
  ],
  'a gzip bomb': [
    [hostile, 'a gzip bomb'],
    [hostile, 'a bomb of deflate'],
    [web, 'a bomb as trailers'],
    [web, 'compressed trailers'],
    [web, 'trailers of 2 MB'],
  ],
  'half a frame': [
    [hostile, 'half a frame, then a reset'],
    [hostile, 'half a frame, then the trailers'],
    [web, 'half of the trailers'],
    [web, 'a connection that ends within a message'],
    [web, 'a byte at a time'],
  ],
  'trailers only': [
    [hostile, 'trailers only'],
    [web, 'trailers in the head alone'],
  ],
  'two statuses, or none': [
    [hostile, 'two statuses'],
    [hostile, 'no status'],
    [web, 'no trailers'],
    [web, 'a status in the head and one in the trailers'],
  ],
  'a status that is unknown or text': [
    [hostile, 'the status 99'],
    [hostile, 'a status that is text'],
    [hostile, 'an unknown status message in bytes that are no UTF-8'],
  ],
  'a message with a wrong %': [[hostile, 'a wrong % in the message']],
  '64 kB of metadata': [[hostile, '64 kB of metadata']],
  'messages that the type of the method does not allow': [
    [hostile, 'a status without a message'],
    [hostile, 'two messages for a unary call'],
    [hostile, 'a hundred thousand empty messages'],
  ],
  'what is not gRPC': [
    [hostile, 'HTTP that is not gRPC'],
    [hostile, 'a server that speaks HTTP/1.1 alone'],
    [web, 'gRPC itself'],
    [web, 'HTTP that is no gRPC-Web'],
    [files, 'what does not answer as gRPC is shown as the HTTP that it is'],
  ],
  'what is not gRPC-Web': [
    [web, 'content after the trailers'],
    [web, 'one byte after the trailers'],
    [web, 'a line of the trailers without a name'],
    [web, 'trailers with the ends of lines of Unix, and names in upper case'],
    [web, 'text that is no Base64'],
    [web, 'text with padding in the wrong place'],
    [web, 'text that ends early'],
    [web, 'text in answer to bytes, with padding within messages'],
    [web, 'text whose growth is reported within four characters of Base64'],
  ],
  'descriptors that refer to each other': [
    [hostile, 'files that import each other'],
    [repair, 'files that refer to each other'],
    [compiling, 'imports in a circle are a problem'],
    [compiling, 'imports without an end are stopped'],
  ],
  '10,000 files': [
    [hostile, '10,000 files'],
    [compiling, '10,000 files that import each other in a chain are read'],
  ],
  'the name __proto__': [
    [hostile, 'a message named __proto__'],
    [compiling, 'names of the language are names of messages and fields'],
  ],
  'nesting of 10,000': [
    [hostile, 'a message nested 10,000 deep'],
    [hostile, 'an answer nested 10,000 deep'],
    [compiling, 'messages nested 10,000 deep are refused'],
    [compiling, 'an option nested 10,000 deep is no crash'],
    [codec, 'nesting of 10,000 with %s is refused'],
  ],
  'a map with a key twice': [
    [hostile, 'a map with a key twice'],
    [codec, 'of several entries of a map with one key the last is shown'],
  ],
  'unknown fields': [
    [hostile, 'unknown fields'],
    [codec, 'fields that the type does not know are shown by number'],
    [codec, 'the content of an unknown Any is shown as its bytes'],
  ],
  'invalid UTF-8': [[hostile, 'invalid UTF-8']],
  'a GOAWAY in the middle': [[hostile, 'a GOAWAY in the middle']],
  'a deadline of 0': [
    [hostile, 'a deadline of 0'],
    [hostile, 'a deadline that passes'],
  ],
  'an import outside the import paths, also by a link': [
    [hostile, 'an import outside the import paths'],
    [hostile, 'a link outside the import paths'],
    [sessions, '.proto files are read within the workspace only'],
    [sends, 'reads .proto files of its folder, and none outside it'],
  ],
  'a .proto file of 50 MB': [
    [hostile, 'a .proto file of 50 MB'],
    [compiling, 'a file of 50 MB is refused'],
  ],
  'a stream without an end': [
    [hostile, 'a stream without an end'],
    [sessions, 'a server that streams for ever is left when its page is closed'],
  ],
} as const satisfies ShownCases

/** What a gRPC request can do as every request can, and what the kind promises (spec 1; live.md 4). */
const wholeCases = {
  'created from +': [
    [page, 'a method is chosen, filled in, called, saved and opened again'],
    [page, 'a call is made by keyboard alone'],
  ],
  'created in the sidebar': [[library, 'is saved with all that it has, and read again']],
  'in the palette': [[page, 'a gRPC request begins in the palette']],
  'saved, closed and opened again': [[page, 'a method is chosen, filled in, called, saved and opened again']],
  'opened again after a crash, taken over by a reload': [
    [page, 'an open call goes on after a reload; after a kill its message is kept, and its end is said'],
  ],
  'duplicated, moved, exported': [
    [library, 'has copies with all that it has'],
    [library, 'is moved with its file, and keeps its id'],
    [library, 'is in an export as %s (%s), or reported as lost'],
    [
      'packages/interchange/src/files-beside.test.ts',
      '$format names the files of service definitions, or the calls',
    ],
  ],
  'files that other clients read': [
    [
      'apps/server/src/library/library.test.ts',
      'a gRPC request is in the tree, opens, and keeps its file when it is renamed and saved',
    ],
  ],
  imported: [
    [
      'packages/convert/src/import/bruno/bru-request.test.ts',
      'all messages and the assertions of a gRPC request are imported, and the rest is named',
    ],
    ['packages/convert/src/import/bruno/import-bruno-json.test.ts', 'gRPC and WebSocket requests'],
    [
      'packages/convert/src/import/insomnia/insomnia-protos.test.ts',
      'the files of a workspace are beside its collection, and its calls name them',
    ],
    ['packages/convert/src/import/postman-v3/import-postman-v3.test.ts', 'gRPC with the method %s'],
    ['packages/convert/src/import/grpcurl/grpcurl.test.ts', 'the commands of ../shared/corpus/shell-live'],
    ['e2e/paste-curl.spec.ts', 'a pasted grpcurl command is the call that it makes'],
  ],
  'generated code': [
    ['packages/codegen/src/targets/grpcurl.test.ts', 'code that is %s pastes back to the call'],
  ],
  'in the history': [
    [sessions, 'a call in both directions is a session: sent to, ended by its user, and kept'],
  ],
  'each type of method': [
    [calls, 'unary: every value is exact'],
    [calls, 'server streaming: a line a message'],
    [calls, 'client streaming, and in both directions'],
    [streams, 'messages in both directions are sent one by one, and the call ends with its status'],
    [page, 'messages of a stream are sent one by one, until the end'],
    [page, 'a stream of the server is a list, and Cancel ends it'],
  ],
  'server reflection, repaired': [
    [calls, 'lists services, and describes them'],
    [calls, 'asks for the older version where the newer one is unknown'],
    [repair, 'types without a dot, no names in JSON, no imports, the wrong order'],
    [reflected, 'is asked again for a method that it did not have'],
  ],
  '.proto files, import paths and descriptor sets': [
    [files, '.proto files are followed: methods, the example and the marks of the message change with them'],
    [files, 'the proto files and import paths of a collection are edited on its page'],
    [repair, 'a descriptor set is read, and what is none is refused'],
    [protoc, '%s %s'],
  ],
  'files are read within the workspace': [[definitions, 'are refused, however they are named (%#)']],
  'an editor with example, completion, lint and hover': [
    [editor, 'an example has every field, and is valid'],
    [editor, '%s is completed'],
    [editor, '%s is explained'],
    [editor, 'of %s'],
    [page, 'names and values are completed and explained'],
  ],
  'exact values of every type, both ways': [
    [types, '%s: %s is sent and shown as %s'],
    [types, '%s as the key of a map'],
    [codec, 'defaults are shown where they are asked for'],
  ],
  'metadata, deadline, compression, size': [
    [calls, 'metadata, binary metadata, authorization and the deadline'],
    [calls, 'compressed messages'],
    [streams, 'the deadline ends a call that the user leaves open'],
    [streams, 'messages are compressed, also those that follow'],
  ],
  'TLS by port and by choice': [
    ['packages/engine/src/grpc/grpc-target.test.ts', '%s with %s uses TLS: %s, and changes to %s'],
    [page, 'the lock shows whether a call uses TLS, and changes it'],
  ],
  'client certificates and authorities': [
    [calls, 'with the authority of the server'],
    [calls, 'a client certificate, and the refusal without one'],
  ],
  'each type of proxy, with each kind of TLS and method': [[ways, '%s through the proxy %s']],
  'each scheme of authorization': [
    [ways, 'authorization that would be in the query is refused before anything is sent'],
  ],
  'status, details, trailers, metadata': [
    [calls, 'a status has its name, its message and its details'],
    [page, 'a status has its message and its details'],
  ],
  'gRPC-Web over HTTP/1.1 and HTTP/2': [
    [web, 'values are exact, and the trailers in the content are those of the response'],
    [page, 'a server of gRPC-Web is called over HTTP/1.1'],
  ],
  'scripts, tests and assertions': [
    [page, 'scripts run before a call, and tests after it'],
    [runs, 'a run sends calls of each type, with their scripts and assertions, and each report has them'],
    [runs, 'a status other than 0 fails the call, unless a test looks at the status'],
  ],
  'the command line': [
    [sends, 'prints the message as JSON and nothing else'],
    [sends, 'prints a stream with a line for each message, and sends the typed ones'],
    [sends, 'exits with 1 for any status but 0, with its name, message and details'],
    [sends, 'lists services and methods'],
    [sends, 'describes %s'],
  ],
  'streams in runs up to their bounds': [[runs, 'a stream is received up to 10,000 messages']],
  'secrets (attacks SE8)': [
    [secrets, 'a secret of a call on its way to an origin that a script chose (SE8)'],
    [streams, 'a secret in a message has its name in the log'],
  ],
  'the demo': [[page, 'the sample has a request that is answered at once, and describes its service']],
  'both themes, sizes, axe, the keyboard alone': [
    [
      page,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as its file has it.
      'an open call has the parts of the design, ${colorScheme}, ${viewport.width} × ${viewport.height}',
    ],
    [page, 'a call is made by keyboard alone'],
  ],
} as const satisfies ShownCases

describeCases('hostile case of gRPC', hostileCases)
describeCases('promise of gRPC', wholeCases)

test('gRPC calls, later messages and reflection are ways out that secrets may leave by', () => {
  for (const way of ['grpc:', 'grpcMessage:']) expect(sourceOf(waysOut)).toContain(way)
  expect(sourceOf(secrets)).toContain("'reflection'")
})

/** Each row of the hostile tests belongs to a case, so that the table stays whole. */
test('each hostile test belongs to a case', () => {
  const list = sourceOf(hostile).match(/const hostile = \[\n([\s\S]*?)\n\] as const/)?.[1] ?? ''
  const ofServers = [...list.matchAll(/^ {2}'([^'\n]+)',$/gm)].map(([, row]) => row)
  const ofWeb = [...sourceOf(web).matchAll(/^ {2}'([^'\n]+)': \{/gm)].map(([, row]) => row)
  const named: readonly Shown[] = Object.values<readonly Shown[]>(hostileCases).flat()
  expect(ofServers.length).toBeGreaterThan(35)
  expect(ofWeb.length).toBeGreaterThan(20)
  const isNamed = (file: string, row: string | undefined) =>
    named.some(([where, title]) => where === file && title === row)
  expect(ofServers.filter(row => !isNamed(hostile, row))).toEqual([])
  expect(ofWeb.filter(row => !isNamed(web, row))).toEqual([])
})
