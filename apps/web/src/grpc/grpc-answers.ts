import {
  type DescMethod,
  exampleMessage,
  type FileRegistry,
  listServices,
  openRegistry,
  readDescriptorSet,
} from '@parley/protobuf'
import type { LanguageReply, ReadSchema } from '../language-worker/language-calls.ts'
import { checkMessage } from './check-message.ts'
import { completeMessage } from './complete-message.ts'
import { describePlace } from './describe-place.ts'
import { messageShape } from './form/message-shape.ts'
import type { GrpcCallName, GrpcCalls, GrpcRequest } from './grpc-calls.ts'

type Answers = {
  readonly [Name in GrpcCallName]: (question: GrpcCalls[Name]['question']) => GrpcCalls[Name]['answer']
}

/** How many definitions are kept, so that a tab that is shown again has its own at once. */
const maximumKept = 3

/** Answers the calls of one page. It keeps the definitions of services, which stay in the worker. */
export class GrpcAnswers {
  #registry: FileRegistry | null = null
  /** Those that were used last, by key. */
  readonly #kept = new Map<string, FileRegistry>()

  readonly #answers: Answers = {
    setSchema: source => this.#use(source?.key ?? null),
    listServices: () => this.#registry && listServices(this.#registry),
    exampleMessage: name => {
      const method = this.#methodOf(name)
      return method && exampleMessage(method.input)
    },
    messageShape: name => {
      const method = this.#methodOf(name)
      return method && messageShape(method.input)
    },
    diagnose: ({ method: name, text }) => {
      const method = this.#methodOf(name)
      return method === null || this.#registry === null
        ? []
        : checkMessage(method.input, text, this.#registry)
    },
    complete: ({ method: name, text, position }) => {
      const method = this.#methodOf(name)
      return method && completeMessage(method.input, text, position)
    },
    describe: ({ method: name, text, position }) => {
      const method = this.#methodOf(name)
      return method && describePlace(method.input, text, position)
    },
  }

  /** Answers a request; what throws is a fault in the reply. */
  reply(request: GrpcRequest): LanguageReply {
    const { version } = request
    try {
      return { version, answer: this.#answer(request) }
    } catch (error) {
      return { version, fault: error instanceof Error ? error.message : String(error) }
    }
  }

  /** Returns whether a definition need not be read again. */
  has(key: string): boolean {
    return this.#kept.has(key)
  }

  /** Reads a definition, a descriptor set, for `setSchema`. Returns why it cannot be used; null if it can. */
  load(key: string, content: Uint8Array): ReadSchema | null {
    const files = readDescriptorSet(content)
    const opened = files.ok ? openRegistry(files.value) : files
    if (!opened.ok) return { problem: { code: 'GRPC_DEFINITION', message: opened.failure } }
    this.#kept.set(key, opened.value.registry)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > maximumKept && oldest !== undefined) this.#kept.delete(oldest)
    return null
  }

  #answer<Name extends GrpcCallName>({ name, question }: GrpcRequest<Name>): GrpcCalls[Name]['answer'] {
    return this.#answers[name](question)
  }

  #use(key: string | null): ReadSchema | null {
    this.#registry = (key === null ? null : this.#kept.get(key)) ?? null
    if (this.#registry === null || key === null) return null
    this.#kept.delete(key)
    this.#kept.set(key, this.#registry)
    return { typeCount: [...this.#registry].filter(({ kind }) => kind === 'message').length }
  }

  #methodOf(name: string): DescMethod | null {
    const at = name.lastIndexOf('/')
    const service = this.#registry?.getService(name.slice(0, Math.max(at, 0)))
    return service?.methods.find(one => one.name === name.slice(at + 1)) ?? null
  }
}
