import { openWebSocket } from '../../websocket/open-web-socket.ts'
import { contentOf } from '../frame-content.ts'
import type { KindAction } from '../kind-action.ts'
import { frameHandshake } from './frame-handshake.ts'
import { filledOffer } from './web-socket-fields.ts'

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
          exchange: { isLive: true, begin: opening => openWebSocket(opening, { webSocket, offer }) },
        }),
    }
  },
}
