import { contentOf } from '../../prepare/kinds/frame-content.ts'
import type { KindAction } from '../../prepare/kinds/kind-action.ts'
import { frameHandshake } from '../../prepare/kinds/web-socket/frame-handshake.ts'
import { filledOffer } from '../../prepare/kinds/web-socket/web-socket-fields.ts'
import { openWebSocket } from './open-web-socket.ts'

/** A handshake that the transport opens, and the messages after it. */
export const webSocketAction: KindAction = {
  prepare(filled, { resolved: { request }, fillRow }) {
    const { webSocket } = request
    if (webSocket === undefined) return filled
    const offer = filledOffer(webSocket, text => fillRow(text).text)
    return {
      ...filled,
      frame: async (rendered, ports) =>
        frameHandshake({ rendered, content: () => contentOf(rendered, ports) }, offer, {
          random: ports.random,
          kindExchange: { isLive: true, begin: opening => openWebSocket(opening, { webSocket, offer }) },
        }),
    }
  },
}
