import { LanguageWorker, type StartWorker, startModuleWorker } from '../language-worker/language-worker.ts'
import type { GrpcCalls } from './grpc-calls.ts'

/** The page's side of the worker for gRPC. */
export class GrpcLanguage extends LanguageWorker<GrpcCalls> {}

/** Starts the worker in a browser. */
export const startGrpcWorker: StartWorker<GrpcCalls> = receive =>
  startModuleWorker(new Worker(new URL('./grpc-worker.ts', import.meta.url), { type: 'module' }), receive)
