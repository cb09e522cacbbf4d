import type { DescribedCodes } from './described-codes.ts'
import { placeAgain, withoutFullStop } from './failure-words.ts'

/** Failures of gRPC calls. */
export const grpcFailures: DescribedCodes = {
  GRPC_NEEDED: () => ({
    sentence: 'URLs that begin with grpc:// or grpcs:// need a gRPC request. Nothing was sent.',
    nextStep: 'Create a gRPC request, or change the beginning of the URL to http:// or https://.',
  }),
  GRPC_NOT_SUPPORTED: () => ({
    sentence: 'gRPC requests cannot be sent here. Nothing was sent.',
    nextStep: 'Send it with parley send.',
  }),
  GRPC_SOCKET_FILE: () => ({
    sentence: 'Calls over socket files (unix:) are not supported. Nothing was sent.',
    nextStep: 'Let the server listen on a port, and give its host and port.',
  }),
  GRPC_AUTH_IN_QUERY: () => ({
    sentence: 'The authorization is placed in the query, which a gRPC call does not have. Nothing was sent.',
    nextStep: 'Place it in a header, which is sent as metadata.',
  }),
  GRPC_QUERY: () => ({
    sentence: 'The URL has a query, which a gRPC call does not have. Nothing was sent.',
    nextStep: 'Remove it, or send its values as metadata. Calls of gRPC-Web may have one.',
  }),
  GRPC_METHOD_MISSING: () => ({
    sentence: 'The request names no method. Nothing was sent.',
    nextStep: 'Choose one, such as shop.Books/Get.',
  }),
  GRPC_METHOD_UNKNOWN: ({ subject }) => ({
    sentence: `The service definition has no method ${subject}. Nothing was sent.`,
    nextStep: 'Check the name. parley grpc list prints the services and methods of a server.',
  }),
  GRPC_DEFINITION: ({ subject, misplaced }) => ({
    sentence: `The service definition cannot be used: ${withoutFullStop(subject)}. Nothing was sent.`,
    nextStep:
      misplaced === undefined
        ? 'Correct the files, or choose another service definition.'
        : placeAgain(misplaced),
  }),
  GRPC_DEFINITION_OUTSIDE: ({ subject }) => ({
    sentence: `${subject} is outside the workspace, or its name begins with a dot. Nothing was sent.`,
    nextStep: 'Copy the file into the folder of the collection, and choose it in Service definition.',
  }),
  GRPC_REFLECTION: ({ subject }) => ({
    sentence: `The server did not describe its services: ${withoutFullStop(subject)}.`,
    nextStep:
      'Check the authorization and that server reflection is on, or choose a descriptor set or files as the service definition.',
  }),
  GRPC_SYMBOL_UNKNOWN: ({ subject }) => ({
    sentence: `The server does not know ${subject}.`,
    nextStep: 'Check the name. parley grpc list prints the services of a server.',
  }),
  GRPC_MESSAGE_INVALID: ({ subject }) => ({
    sentence: `The message is invalid: ${withoutFullStop(subject)}. Nothing was sent.`,
    nextStep: 'Correct the message.',
  }),
  GRPC_CALL_ENDED: () => ({
    sentence: 'The message was not sent because the call has ended.',
    nextStep: 'Start another call.',
  }),
  GRPC_METADATA_RESERVED: ({ subject }) => ({
    sentence: `The metadata cannot have the name ${subject}, which gRPC sets itself. Nothing was sent.`,
    nextStep: 'Remove the row, or give it another name.',
  }),
  GRPC_METADATA_NOT_BASE64: ({ subject }) => ({
    sentence: `The value of ${subject} is not valid Base64, as names that end with -bin require. Nothing was sent.`,
    nextStep: 'Correct the value.',
  }),
  GRPC_BODY_BY_SCRIPT: () => ({
    sentence: 'A script set the method or the body of a gRPC request. Nothing was sent.',
    nextStep: 'Let the script set a variable, and use it in the message.',
  }),
  GRPC_FRAME: ({ address, subject }) => ({
    sentence: `${address} sent something that is not a gRPC message: ${withoutFullStop(subject)}.`,
    nextStep: 'What arrived before is kept. Correct the server.',
  }),
  GRPC_MESSAGE_TOO_LARGE: ({ address, subject }) => ({
    sentence: `${address} sent a message larger than ${subject} bytes.`,
    nextStep: 'Raise the maximum message size in the settings of the request.',
  }),
  GRPC_MESSAGE_UNREADABLE: ({ subject }) => ({
    sentence: `${withoutFullStop(subject)}.`,
    nextStep: 'Check that the service definition matches the server.',
  }),
  GRPC_DEADLINE_EXCEEDED: ({ address, subject }) => ({
    sentence: `${address} did not end the call within ${subject} ms, its deadline: 4 DEADLINE_EXCEEDED.`,
    nextStep: 'Raise the deadline in the settings of the request.',
  }),
}
