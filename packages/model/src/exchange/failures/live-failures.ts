import type { DescribedCodes } from './described-codes.ts'
import { withoutFullStop } from './failure-words.ts'

/** Failures of streams and WebSockets. */
export const liveFailures: DescribedCodes = {
  STREAM_IDLE: ({ address }) => ({
    sentence: `${address} sent nothing for longer than the idle limit allows.`,
    nextStep: 'Connect again, or raise the idle limit in the settings of the request.',
  }),
  INVALID_STREAM_LIMIT: ({ subject }) => ({
    sentence: `The condition of this stream for runs is invalid: ${withoutFullStop(subject)}. Nothing was sent.`,
    nextStep: 'Correct the condition in the settings of the request.',
  }),
  WEBSOCKET_NEEDED: () => ({
    sentence: 'URLs that begin with ws:// or wss:// need a WebSocket request. Nothing was sent.',
    nextStep: 'Create a WebSocket request, or change the beginning of the URL to http:// or https://.',
  }),
  WEBSOCKET_NOT_SUPPORTED: () => ({
    sentence: 'A WebSocket cannot be opened here. Nothing was sent.',
    nextStep: 'Connect in the page, or with parley send.',
  }),
  WEBSOCKET_NOT_UPGRADED: ({ address, subject }) => ({
    sentence: `${address} responded with 101, but its ${subject} header is missing or wrong, so this is not a WebSocket.`,
    nextStep: 'Check that the URL leads to a WebSocket, and whether a proxy changes the headers.',
  }),
  WEBSOCKET_SUBPROTOCOL: ({ address, subject }) => ({
    sentence: `${address} chose the subprotocol “${subject}”, which was not offered.`,
    nextStep: 'Add it to the subprotocols of the request, or correct the server.',
  }),
  WEBSOCKET_EXTENSION: ({ address, subject }) => ({
    sentence: `${address} chose extensions that are not allowed: ${withoutFullStop(subject)}.`,
    nextStep: 'Turn off compression in the settings of the request, or correct the server.',
  }),
  WEBSOCKET_CLOSED: () => ({
    sentence: 'The connection is closed, so the message was not sent.',
    nextStep: 'Connect again, and then send it.',
  }),
  WEBSOCKET_BROKEN: ({ address }) => ({
    sentence: `The connection to ${address} ended without a close frame (1006).`,
    nextStep:
      'Connect again; if it happens again, check the log of the server, or of a proxy in front of it.',
  }),
  WEBSOCKET_PROTOCOL_ERROR: ({ address, subject }) => ({
    sentence: `${address} sent something that WebSockets do not allow: ${withoutFullStop(subject)}.`,
    nextStep: 'What arrived before is kept. Correct the server.',
  }),
  WEBSOCKET_MESSAGE_TOO_LARGE: ({ address, subject }) => ({
    sentence: `${address} sent a message larger than ${subject}.`,
    nextStep: 'Raise the maximum message size in the settings of the request.',
  }),
  WEBSOCKET_PONG_TIMEOUT: ({ address, subject }) => ({
    sentence: `${address} did not respond to a ping within ${subject}.`,
    nextStep: 'Connect again, or raise the pong limit in the settings of the request.',
  }),
  NO_CODE_FOR_WEBSOCKETS: () => ({
    sentence: 'There is no code for WebSockets.',
    nextStep: 'Choose an HTTP request, or another transport for the subscription.',
  }),
  INVALID_BASE64: ({ subject }) => ({
    sentence: `The binary message is not valid Base64 at ${subject}. It was not sent.`,
    nextStep: 'Correct the message.',
  }),
  INVALID_HEX: ({ subject }) => ({
    sentence: `The message is not valid hex at ${subject}: a byte has two digits. It was not sent.`,
    nextStep: 'Correct the message.',
  }),
  SUBSCRIPTION_TRANSPORT_UNKNOWN: ({ subject }) => ({
    sentence: `This version of Parley has no transport “${subject}” for subscriptions. Nothing was sent.`,
    nextStep: 'Choose another one on the Settings tab.',
  }),
  SUBSCRIPTION_SUBPROTOCOL: ({ address, subject }) => ({
    sentence:
      subject === ''
        ? `${address} opened a WebSocket without a subprotocol for subscriptions.`
        : `${address} chose the subprotocol “${subject}”, which is not for subscriptions.`,
    nextStep: 'Check the subscription URL, or choose another transport on the Settings tab.',
  }),
  SUBSCRIPTION_REFUSED: ({ address, subject }) => ({
    sentence: `${address} refused the subscription: ${withoutFullStop(subject)}.`,
    nextStep: 'Correct the query, its variables or the connection parameters.',
  }),
  SUBSCRIPTION_FAILED: ({ address, subject }) => ({
    sentence: `${address} ended the subscription with an error: ${withoutFullStop(subject)}.`,
    nextStep: 'Subscribe again, or check the server log.',
  }),
  SUBSCRIPTION_CLOSED: ({ address, subject }) => ({
    sentence: `${address} closed the subscription: ${withoutFullStop(subject)}.`,
    nextStep: subscriptionSteps[subject.slice(0, 4)] ?? 'Subscribe again, or check the server log.',
  }),
  SUBSCRIPTION_PROTOCOL_ERROR: ({ address, subject }) => ({
    sentence: `${address} sent something that the subscription protocol does not allow: ${withoutFullStop(subject)}.`,
    nextStep: 'Choose another transport on the Settings tab, or correct the server.',
  }),
  INVALID_CONNECTION_PARAMS: () => ({
    sentence: 'The connection parameters are not a JSON object. Nothing was sent.',
    nextStep: 'Correct them on the Settings tab.',
  }),
  UPLOAD_WITH_WEBSOCKET: () => ({
    sentence: 'Files cannot be sent over a WebSocket. Nothing was sent.',
    nextStep: 'Remove the files from the variables, or choose SSE or Multipart on the Settings tab.',
  }),
}

/** What to do about the close codes of `graphql-transport-ws`. */
const subscriptionSteps: Readonly<Record<string, string>> = {
  4400: 'Check the connection parameters and the transport of the subscription.',
  4401: 'Check the connection parameters, which servers often read the token from, and the authorization.',
  4403: 'Check the connection parameters, which servers often read the token from, and the authorization.',
  4406: 'Choose another WebSocket transport on the Settings tab.',
  4408: 'Subscribe again; the server waited too long for the connection parameters.',
  4429: 'Correct the server: the connection parameters were sent once.',
}
