import { testReconnections } from '../support/rooms/event-stream-requests.ts'

testReconnections({ reloads: false })
