/** A server on 127.0.0.1. */
interface StartedServer {
  readonly url: string
  close(): unknown
}

export const missingPackages: string
export const packagesFolder: string
export const typeDefs: string
export const resolvers: Readonly<Record<string, Readonly<Record<string, unknown>>>>
export function startApollo(): Promise<StartedServer>
export function startMercurius(): Promise<StartedServer>
export function startSocketIo(): Promise<StartedServer>
