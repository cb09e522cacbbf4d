import { BodyReads } from '../server-client/body-reads.ts'
import { createServerClient } from '../server-client/server-client.ts'
import { EventHub } from './event-hub.ts'
import { type FromWorker, type ToWorker, windowLockName } from './worker-messages.ts'

/** The worker that the windows of a browser share: it holds their one event stream. */

let token = ''
const client = createServerClient(location.origin, () => token, new BodyReads())
const hub = new EventHub({
  subscribe: (windows, signal) => client.events.subscribe({ windows }, { signal }),
  wait: delayMs => new Promise(resolve => setTimeout(resolve, delayMs)),
})

/** A worker that takes the place of this one has a name of its own, and so another lock. */
const lockName = `parley-events-${crypto.randomUUID()}`
const isLocked = new Promise<void>(resolve => {
  void navigator.locks.request(lockName, () => {
    resolve()
    return new Promise(() => undefined)
  })
})

function join(port: MessagePort, message: Extract<ToWorker, { type: 'join' }>): void {
  const { windowId, sequence } = message.window
  token = message.token
  hub.join(message.window, {
    onEvent: (event, position) => post(port, { type: 'event', event, position }),
    onConnection: state => post(port, { type: 'connection', state }),
  })
  // The window holds this lock: it is free when the window is closed or has crashed.
  void navigator.locks.request(windowLockName(windowId), { mode: 'shared' }, () => {
    if (hub.leave(windowId, sequence)) client.events.leave({ windowId, sequence }).catch(() => undefined)
  })
}

function post(port: MessagePort, message: FromWorker): void {
  port.postMessage(message)
}

addEventListener('connect', event => {
  const port = event instanceof MessageEvent ? event.ports[0] : undefined
  if (port === undefined) return
  port.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    if (data.type === 'join') join(port, data)
    else if (data.type === 'leave') hub.leave(data.windowId, data.sequence)
    else post(port, { type: 'pong' })
  }
  void isLocked.then(() => post(port, { type: 'ready', lockName }))
})
