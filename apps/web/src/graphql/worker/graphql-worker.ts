import { GraphQlAnswers } from './graphql-answers.ts'
import type { GraphQlRequest } from './graphql-calls.ts'

/** The worker for everything that needs a GraphQL schema. The page ends it when it takes too long. */
const answers = new GraphQlAnswers()

addEventListener('message', ({ data }: MessageEvent<GraphQlRequest>) => postMessage(answers.reply(data)))
