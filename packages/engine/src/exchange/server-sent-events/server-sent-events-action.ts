import { ok, type Row, row } from '@parley/model'
import { contentOf } from '../../prepare/kinds/frame-content.ts'
import { prepareGraphQl } from '../../prepare/kinds/graphql/prepare-graphql.ts'
import { withSubscriptionUrl } from '../../prepare/kinds/graphql/subscription-transports.ts'
import type { KindAction } from '../../prepare/kinds/kind-action.ts'
import { streamFields } from '../../prepare/kinds/server-sent-events/stream-fields.ts'
import type { ResolvedRequest } from '../../prepare/request-context.ts'

/** A request for an event stream. A server of GraphQL may be asked for one as well. */
export const serverSentEventsAction: KindAction = {
  resolve: withSubscriptionUrl,
  headerRows,
  prepare: (filled, parts) => ({
    ...prepareGraphQl(filled, parts),
    frame: async (rendered, ports) =>
      ok({
        rendered,
        content: () => contentOf(rendered, ports),
        fields: streamFields(parts.resolved.lastEventId ?? ''),
      }),
  }),
}

/** Returns the header rows; of a stream that is continued without the position at which it began. */
function headerRows({ headers, request: { stream }, lastEventId }: ResolvedRequest): readonly Row[] {
  const isPosition = (one: Row) => one.enabled && one.name.toLowerCase() === 'last-event-id'
  if (lastEventId !== undefined) return headers.filter(one => !isPosition(one))
  if (stream === undefined || stream.lastEventId === '' || headers.some(isPosition)) return headers
  return [...headers, row('Last-Event-ID', stream.lastEventId)]
}
