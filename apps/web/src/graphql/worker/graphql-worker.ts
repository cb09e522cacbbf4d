import { GraphQlAnswers } from './graphql-answers.ts'
import type { GraphQlReply, GraphQlRequest } from './graphql-calls.ts'

/** The worker for everything that needs a GraphQL schema. The page ends it when it takes too long. */
const answers = new GraphQlAnswers()

addEventListener('message', async ({ data }: MessageEvent<GraphQlRequest>) => postMessage(await reply(data)))

async function reply(request: GraphQlRequest): Promise<GraphQlReply> {
  const { version, name, question } = request
  if (name !== 'setSchema' || question === null || typeof question.text === 'string')
    return answers.reply(request)
  try {
    const text = answers.hasSchema(question.key) ? '' : await question.text.text()
    return answers.reply({ version, name, question: { ...question, text } })
  } catch (error) {
    return { version, fault: String(error) }
  }
}
