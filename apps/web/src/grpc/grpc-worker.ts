import type { LanguageReply } from '../language-worker/language-calls.ts'
import { GrpcAnswers } from './grpc-answers.ts'
import type { GrpcRequest } from './grpc-calls.ts'

/** The worker for everything that needs the definition of a service. The page ends it when it takes too long. */
const answers = new GrpcAnswers()

addEventListener('message', async ({ data }: MessageEvent<GrpcRequest>) => postMessage(await reply(data)))

async function reply(request: GrpcRequest): Promise<LanguageReply> {
  const { version, name, question } = request
  if (name !== 'setSchema' || question === null || answers.has(question.key)) return answers.reply(request)
  try {
    const { key, text } = question
    const content = typeof text === 'string' ? new TextEncoder().encode(text) : await bytesOf(text)
    const problem = answers.load(key, content)
    return problem === null ? answers.reply(request) : { version, answer: problem }
  } catch (error) {
    return { version, fault: String(error) }
  }
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer())
}
