import type { DescService } from '@bufbuild/protobuf'
import { Code, ConnectError, type ConnectRouter, type ServiceImpl } from '@connectrpc/connect'
import {
  compileFiles,
  type FileRegistry,
  openRegistry,
  reflectionProto,
  registryOfProto,
  writeFileDescriptors,
} from '@parley/protobuf'
import { shopProtos } from './shop-proto.ts'

/** Returns the types of the test service. */
export async function shopRegistry(): Promise<FileRegistry> {
  const sources = {
    read: async (name: string) => ({ ok: true as const, value: shopProtos[name] ?? null }),
  }
  const opened = openRegistry((await compileFiles(['shop.proto'], sources)).files)
  if (!opened.ok) throw new Error(opened.failure)
  return opened.value.registry
}

/** A message of the test service, as far as its methods read it. */
interface Received {
  readonly id: bigint
  readonly title: string
  readonly count: number
  readonly code: number
  readonly message: string
}

/** Returns the methods of the test service, and its reflection, as `@connectrpc/connect` takes them. */
export async function connectRoutes(): Promise<(router: ConnectRouter) => void> {
  const registry = await shopRegistry()
  const shop = registry.getService('shop.Books')
  const reflection = (await registryOfProto('reflection.proto', reflectionProto('v1'))).getService(
    'grpc.reflection.v1.ServerReflection',
  )
  if (shop === undefined || reflection === undefined) throw new Error('A service is missing')
  return router =>
    router
      .service(
        shop,
        implementing({
          get: ({ id }: Received, context: Context) => {
            context.responseHeader.set('x-initial', 'first')
            context.responseTrailer.set('x-trailer', 'last')
            return { id, title: `Book ${id}` }
          },
          async *list({ count }: Received) {
            for (let at = 1; at <= count; at += 1) yield { id: BigInt(at) }
          },
          async add(books: AsyncIterable<Received>) {
            const ids: bigint[] = []
            for await (const { id } of books) ids.push(id)
            return { count: ids.length, ids }
          },
          async *chat(books: AsyncIterable<Received>) {
            for await (const { id, title } of books) yield { id, title: `You said ${title}` }
          },
          fail({ code, message }: Received) {
            throw new ConnectError(message, code in Code ? code : Code.Unknown)
          },
          wait: () => new Promise(() => {}),
          metadata: (_: Received, { requestHeader }: Context) => ({
            values: Object.fromEntries(requestHeader),
          }),
        }),
      )
      .service(
        reflection,
        implementing({
          async *serverReflectionInfo(questions: AsyncIterable<ReflectionQuestion>) {
            for await (const { messageRequest } of questions)
              yield {
                messageResponse:
                  messageRequest.case === 'listServices'
                    ? { case: 'listServicesResponse', value: { service: [{ name: shop.typeName }] } }
                    : {
                        case: 'fileDescriptorResponse',
                        value: { fileDescriptorProto: writeFileDescriptors(registry) },
                      },
              }
          },
        }),
      )
}

/** The types of services that are read at run time have no methods. */
function implementing(methods: Readonly<Record<string, unknown>>): ServiceImpl<DescService> {
  return Object.assign<ServiceImpl<DescService>, typeof methods>({}, methods)
}

interface Context {
  readonly requestHeader: Headers
  readonly responseHeader: Headers
  readonly responseTrailer: Headers
}

interface ReflectionQuestion {
  readonly messageRequest: { readonly case: string }
}
