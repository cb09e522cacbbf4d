/// <reference path="./ws.d.ts" />
import type { FramingOptions, WebSocketFraming } from '@parley/engine'
import { failed, ok, type Result } from '@parley/model'
import { type Extensions, extension, PerMessageDeflate } from 'ws'
import { WsFramedSocket } from './ws-framed-socket.ts'

/** Frames of WebSockets by the parts of `ws`, whose own client knows no proxies, challenges and exact headers. */
export const webSocketFraming: WebSocketFraming = {
  start(stream, options, receiver) {
    const extensions = agreedExtensions(options)
    return extensions.ok ? ok(new WsFramedSocket(stream, options, extensions.value, receiver)) : extensions
  },
}

/** Fails if the server chose something that was not offered (RFC 6455 §9.1, RFC 7692 §7.1). */
function agreedExtensions(options: FramingOptions): Result<Extensions, string> {
  if (options.extensions === '') return ok({})
  try {
    const chosen = extension.parse(options.extensions)
    const { extensionName } = PerMessageDeflate
    const [first, ...others] = Object.keys(chosen)
    const parameters = chosen[extensionName]
    if (first !== extensionName || others.length > 0 || parameters?.length !== 1 || !options.isDeflateOffered)
      return failed(options.extensions.slice(0, 200))
    const deflate = new PerMessageDeflate({ maxPayload: options.maxMessageBytes })
    deflate.accept(parameters)
    return ok({ [extensionName]: deflate })
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}
