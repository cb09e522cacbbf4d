export { shopProtos } from './shop-proto.ts'
export { type GrpcServer, startGrpcServer } from './start-grpc-server.ts'
