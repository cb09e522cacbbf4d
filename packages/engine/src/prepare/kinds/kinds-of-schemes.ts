/** The schemes of URLs that only one kind of request has, and what a request of another kind fails with. */
export const kindsOfSchemes: ReadonlyMap<string, string> = new Map([
  ['ws', 'WEBSOCKET_NEEDED'],
  ['wss', 'WEBSOCKET_NEEDED'],
  ['grpc', 'GRPC_NEEDED'],
  ['grpcs', 'GRPC_NEEDED'],
])
