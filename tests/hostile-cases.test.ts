import { expect, test } from 'vitest'
import { describeCases, type Shown, sourceOf } from './shown-cases.testkit.ts'

const language = 'apps/web/src/graphql/language/query-language.test.ts'
const worker = 'apps/web/src/graphql/worker/graphql-language.test.ts'
const answers = 'apps/web/src/graphql/worker/graphql-answers.test.ts'
const variables = 'apps/web/src/graphql/variables/variables.test.ts'
const response = 'packages/engine/src/graphql/graphql-response.test.ts'
const merging = 'packages/engine/src/graphql/merge-incremental.test.ts'
const parts = 'packages/engine/src/graphql/merge-parts.test.ts'
const fetching = 'packages/transport/src/fetch-schema.test.ts'
const requests = 'packages/transport/src/graphql-requests.test.ts'
const subscriptions = 'packages/transport/src/subscriptions/subscription.test.ts'
const hostileSubscriptions = 'packages/transport/src/subscriptions/hostile-subscription.test.ts'
const streams = 'apps/server/src/live/live-streams.test.ts'
const events = 'packages/engine/src/sse/scan-events.test.ts'
const page = 'e2e/graphql-hostile.spec.ts'

/** What servers and files may do to GraphQL requests (attacks GQ1), and the servers that they are tested with. */
const graphQl = {
  'introspection of 20,000 types': [
    [page, 'a schema of 20,000 types is shown, and the page responds while it is read'],
    [worker, 'responds while 20,000 types are read, and knows them afterwards'],
  ],
  'introspection of 50 MB': [
    [language, 'reads an introspection of 50 MB'],
    ['packages/transport/src/fetch-schema.slow.ts', 'a schema of 50 MB is fetched'],
    [fetching, 'a schema that is larger than the limit is not fetched'],
  ],
  'cyclic input types': [
    [language, 'reads a hostile schema (%s %#)'],
    [answers, '%s answers'],
    [variables, 'ends for types that contain themselves'],
  ],
  'the names __proto__ and constructor': [
    [language, 'reads a hostile schema (%s %#)'],
    [page, 'names of prototypes, HTML and marks of direction are shown as text'],
  ],
  'a description of 1 MB with HTML and marks of direction': [
    [language, 'reads a hostile schema (%s %#)'],
    [page, 'names of prototypes, HTML and marks of direction are shown as text'],
  ],
  'SDL of 1,000,000 tokens': [[language, 'refuses a schema that cannot be read (%s %#)']],
  'introspection answered with HTML and 200': [
    [fetching, '%s for %j'],
    [language, 'refuses a schema that cannot be read (%s %#)'],
  ],
  'a query of 10,000 braces': [[answers, '%s answers']],
  'errors as a string': [
    [response, 'errors are read however they are written: %s'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as its file has it.
    [page, '${name} is named'],
    [hostileSubscriptions, 'a result whose errors are %s'],
  ],
  'a secret in the hover': [
    [language, 'a name in the place of a value has no description, and does not change those around it'],
    [
      'apps/web/src/workbench/variables/describe-variable.test.ts',
      'a reference is described by its value and scope, or as unknown',
    ],
  ],
  'a multipart response with a wrong boundary': [
    [merging, 'a wrong boundary gives no parts, and a part that is too long ends the reading'],
    [parts, 'the parts of an incremental response are merged, and anything else is left as it is'],
  ],
  'queries over HTTP, and 400 with application/graphql-response+json': [
    [requests, 'gets errors with their places'],
    [
      'apps/cli/src/saved/send-saved.test.ts',
      '%s fails with --fail-on-graphql-errors if there are errors and no data',
    ],
  ],
  'files by the multipart request specification': [
    [requests, 'are sent as the multipart request specification says, and the server reads them'],
  ],
  'subscriptions over Server-Sent Events': [[requests, 'gets its events over Server-Sent Events']],
  'subscriptions over WebSockets': [
    [subscriptions, 'all messages are listed, and the end of the subscription closes the connection'],
  ],
  'a server that breaks the protocol of subscriptions': [
    [hostileSubscriptions, '%s ends the subscription with 4004'],
    [hostileSubscriptions, 'a second connection_ack ends the subscription, which is not started twice'],
    [hostileSubscriptions, 'results of other operations are listed, and end nothing'],
    [hostileSubscriptions, 'pings are answered with their payload, also before the connection is accepted'],
    [hostileSubscriptions, 'errors as %s give the reason'],
    [hostileSubscriptions, 'of two payloads the last one counts, and text in strings is no member'],
  ],
  'a server that closes or breaks a subscription': [
    [hostileSubscriptions, 'the close code %i before the connection is accepted is a failure'],
    [hostileSubscriptions, 'after the start the close code %i ends the subscription; normally: %s'],
    [hostileSubscriptions, 'a connection that breaks is broken, and a result nested 100,000 deep is none'],
  ],
} as const satisfies Readonly<Record<string, readonly Shown[]>>

/** What servers may do to event streams. */
const eventStreams = {
  'a connection cut in the middle of a field': [
    [streams, 'a stream that ends %s'],
    [streams, 'a stream that breaks keeps what was received, and names the fault'],
  ],
  'pieces of one byte': [
    [streams, 'a stream in pieces of one byte'],
    [events, 'any pieces give the same events'],
  ],
  'full speed without an end': [
    [streams, 'a stream without an end at full speed is stopped at once, and what came stays'],
  ],
  'no line break for 100 MB': [
    [streams, '100 MB without a line break'],
    [events, 'a line of 100 MB without an end is a range of which only the beginning is kept'],
  ],
  'gzip flushed with each event': [[streams, 'a compressed stream is listed as each event is flushed']],
  '2 GB': [[streams, 'of %s the newest events are listed']],
  'interim responses before it': [[streams, 'a stream after interim responses']],
  'HTTP/2': [[streams, 'a stream over HTTP/2']],
  'events of the demo API': [
    [streams, 'a stream is listed event by event, and windows learn how many there are'],
  ],
  'events of graphql-yoga': [[requests, 'gets its events over Server-Sent Events']],
  'what another parser reads': [[events, 'another parser reads the same events']],
} as const satisfies Readonly<Record<string, readonly Shown[]>>

describeCases('hostile case of GraphQL', graphQl)
describeCases('hostile case of event streams', eventStreams)

/** Files of hostile tests alone: each of their tests belongs to a case, so that the tables stay whole. */
test.each([hostileSubscriptions, page])('each test of %s belongs to a case', file => {
  const source = sourceOf(file)
  const titles = [...source.matchAll(/^ *(?:test\(|\]\)\()['`]([^'`]+)['`]/gm)].map(([, title]) => title)
  const named = Object.values<readonly Shown[]>({ ...graphQl, ...eventStreams })
    .flat()
    .flatMap(([at, title]) => (at === file ? [title] : []))
  expect(titles.length).toBeGreaterThan(2)
  expect(titles.filter(title => !named.some(one => one === title))).toEqual([])
})
