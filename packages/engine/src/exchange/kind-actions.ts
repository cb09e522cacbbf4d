import { type HttpRequest, kindOfDraft, type RequestKind } from '@parley/model'
import { chosenBody } from '../prepare/body/chosen-body.ts'
import type { KindAction } from '../prepare/kinds/kind-action.ts'
import { graphQlAction } from './graphql/graphql-action.ts'
import { grpcAction } from './grpc/grpc-action.ts'
import { serverSentEventsAction } from './server-sent-events/server-sent-events-action.ts'
import { webSocketAction } from './web-socket/web-socket-action.ts'

/** What Parley's kinds of request do in a send. The kinds themselves are registered in the model (`requestKinds`). */
const kindActions = {
  // One message and its response, as the stages have them.
  http: {},
  graphql: graphQlAction,
  webSocket: webSocketAction,
  serverSentEvents: serverSentEventsAction,
  grpc: grpcAction(null),
} satisfies Readonly<Record<RequestKind, KindAction>>

/** Returns the action of a request, whose kind depends on the body that it sends. */
export function kindActionOf(request: HttpRequest): KindAction {
  return kindActions[kindOfDraft({ ...request, body: chosenBody(request) })]
}
