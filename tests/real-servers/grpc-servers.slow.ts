import { type GrpcRequest, newGrpcRequest, writeItem } from '@parley/model'
import { type GrpcServer, startGrpcServer } from '@parley/testkit/grpc'
import {
  type CallingClient,
  comparableMetadata,
  openConnectClient,
  openGrpcJsClient,
  openReflectionClient,
} from '@parley/testkit/grpc-calls'
import { startConnectServer } from '@parley/testkit/grpc-web'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useRunFixture } from '../../apps/cli/src/run/run-fixture.testkit.ts'
import { ownPackages, packageVersion, useComparisons } from './comparisons.testkit.ts'

const fixture = useRunFixture()
const compare = useComparisons('grpc-servers')

type Kind = NonNullable<GrpcRequest['methodType']>
type Json = Parameters<CallingClient['read']>[1]

const books = [{ id: '1', title: 'Zoë' }, { id: '-9007199254740993' }, {}]
const calls: Readonly<Record<string, readonly [method: string, kind: Kind, messages: readonly Json[]]>> = {
  'one message': ['Get', 'unary', [{ id: '9007199254740993' }]],
  'an empty message': ['Get', 'unary', [{}]],
  'no messages of the server': ['List', 'serverStreaming', [{ count: 0 }]],
  'messages of the server': ['List', 'serverStreaming', [{ count: 50, titleLength: 3 }]],
  'long messages of the server': ['List', 'serverStreaming', [{ count: 3, titleLength: 100_000 }]],
  'messages of the client': ['Add', 'clientStreaming', books],
  'messages of both': ['Chat', 'bidirectionalStreaming', books],
}
const failures = Array.from({ length: 16 }, (_, at) => at + 1)

const servers = {
  '@grpc/grpc-js': { start: startGrpcServer, open: openGrpcJsClient },
  '@connectrpc/connect-node': { start: startConnectServer, open: openConnectClient },
} as const

describe.each(Object.entries(servers))('%s answers as it answers its own client', (name, { start, open }) => {
  let server: GrpcServer
  let client: CallingClient
  beforeAll(async () => {
    server = await start()
    client = await open(server)
  })
  afterAll(async () => {
    client.close()
    await server.close()
  })
  const version = packageVersion(name, ownPackages)
  const compared = {
    server: name,
    version,
    client: `the client of ${name} ${version}`,
    what: 'messages, status, metadata and trailers',
  }

  const byParley = async (method: string, kind: Kind, messages: readonly Json[]) => {
    const file = fixture.write(
      'r.yml',
      writeItem(
        newGrpcRequest({
          name: 'R',
          url: server.address,
          method: `shop.Books/${method}`,
          methodType: kind,
          messages: messages.map(one => ({ title: '', selected: true, text: JSON.stringify(one) })),
        }),
      ),
    )
    const { stdout, stderr } = await fixture.runCommand(['send', file, '--json-output'])
    const { response } = JSON.parse(stdout.toString())
    const fields: readonly { readonly name: string; readonly value: string }[] = [
      ...response.headers,
      ...response.trailers,
    ]
    const text: string = response.body.text
    const texts = kind === 'unary' || kind === 'clientStreaming' ? [text] : text.split('\n')
    const read = texts.filter(one => one.trim() !== '').map(one => client.read(method, JSON.parse(one)))
    return {
      messages: await Promise.all(read),
      status: stderr.split('\n')[0]?.replace(/^parley: /, ''),
      metadata: comparableMetadata(fields.map(field => [field.name, field.value])),
    }
  }
  test.each(Object.entries(calls))('%s', async (_, [method, kind, messages]) => {
    compare(compared, await byParley(method, kind, messages), await client.call(method, messages))
  })

  test.each(failures)('the status %i', async code => {
    const messages = [{ code, message: `nö ${code}% "x"` }]
    compare(compared, await byParley('Fail', 'unary', messages), await client.call('Fail', messages))
  })
})

describe('@grpc/reflection describes a server as it does to @grpc/grpc-js', () => {
  const compared = {
    server: '@grpc/reflection',
    version: packageVersion('@grpc/reflection', ownPackages),
    client: `@grpc/grpc-js ${packageVersion('@grpc/grpc-js', ownPackages)}`,
    what: 'services, methods',
  }
  let server: GrpcServer
  let client: ReturnType<typeof openReflectionClient>
  beforeAll(async () => {
    server = await startGrpcServer()
    client = openReflectionClient(server)
  })
  afterAll(async () => {
    client.close()
    await server.close()
  })
  const listed = async (...service: readonly string[]) => {
    const { code, stdout, stderr } = await fixture.runCommand(['grpc', 'list', server.address, ...service])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return stdout.toString().trim().split('\n')
  }

  test('its services', async () => compare(compared, await listed(), await client.services()))

  test('the methods of each', async () => {
    for (const service of await client.services()) {
      const methods = (await listed(service)).map(one => one.slice(service.length + 1))
      compare(compared, methods.sort(), await client.methods(service))
    }
  })
})
